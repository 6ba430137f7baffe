/** Characters that people and models write where a name is meant; names are those of Slack. */
const byCharacter: Record<string, string> = {
  "👍": "+1",
  "👎": "-1",
  "❤️": "heart",
  "✅": "white_check_mark",
  "🎉": "tada",
  "👀": "eyes",
  "🙏": "pray",
  "😂": "joy",
  "🚀": "rocket",
  "👋": "wave",
};

const name = /^[a-z0-9_+'-]{1,64}$/;

/** The name of an emoji as it is written with or without colons, or as the character itself. Null when it is none. */
export function emojiName(given: string): string | null {
  const plain = given
    .trim()
    .replace(/^:([^:]*):$/, "$1")
    .toLowerCase();
  const named = byCharacter[plain] ?? plain;
  return name.test(named) ? named : null;
}
