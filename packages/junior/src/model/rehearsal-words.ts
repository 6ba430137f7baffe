import { rehearsalScenes } from "./rehearsal-scenes.ts";

export const rehearsalWords = {
  asked: "I asked you on the desk. I go on when you answer.",
  notAsked: "I could not put my question on the desk, so nothing was asked.",
  unknown:
    "I am only rehearsing and cannot think. I know these scenes: " +
    `${rehearsalScenes.map(({ prompt, onlyInSlack }) => `“${prompt}”${onlyInSlack ? " (in Slack)" : ""}`).join(", ")}. ` +
    "Set a model key and I can do the real thing: put ANTHROPIC_API_KEY or OPENAI_API_KEY into .env and start me again.",
};

const nothingDone = "(I am only rehearsing: nothing was really done.)";

/**
 * What to say to an answer from the desk, in the words of `wakeUpText` in `desk/answer-text.ts`:
 * `Answer to "Pick a colour" (version 1): Which colour? → Blue`. Undefined where the text is no answer.
 */
export function replyToAnswer(text: string): string | undefined {
  const answer = /^Answer to ".*" \(version \d+\):([^]*)/m.exec(text)?.[1]?.trim();
  if (answer === undefined) return undefined;
  const ownWords = /^in own words → ([^]*)/.exec(answer)?.[1];
  if (ownWords !== undefined) return `I read: “${ownWords.replace(/\s+/g, " ")}”. ${nothingDone}`;
  if (answer === "→ done") return `Done it is, thank you. ${nothingDone}`;
  const chosen = [...answer.matchAll(/^.*? → (.+)$/gm)].map((match) => match[1]!.trim());
  return `${chosen.join(", ")} it is. ${nothingDone}`;
}
