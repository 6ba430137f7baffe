const signs: Readonly<Record<string, string>> = {
  "+1": "👍",
  "-1": "👎",
  bulb: "💡",
  clap: "👏",
  eyes: "👀",
  fire: "🔥",
  heart: "❤️",
  ok_hand: "👌",
  pray: "🙏",
  raised_hands: "🙌",
  rocket: "🚀",
  smile: "😄",
  tada: "🎉",
  thinking_face: "🤔",
  thumbsdown: "👎",
  thumbsup: "👍",
  warning: "⚠️",
  wave: "👋",
  white_check_mark: "✅",
  x: "❌",
  zipper_mouth_face: "🤐",
};

/** The sign of an emoji that is called so in Slack; one that is not known here stays a name. */
export function emojiText(name: string): string {
  return signs[name] ?? `:${name}:`;
}
