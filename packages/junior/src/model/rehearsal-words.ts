import { rehearsalScenes } from "./rehearsal-scenes.ts";

export const rehearsalWords = {
  asked: "I asked you on the desk. I go on when you answer.",
  notAsked: "I could not put my question on the desk, so nothing was asked.",
  unknown:
    "I am only rehearsing and cannot think. I know these scenes: " +
    `${rehearsalScenes.map(({ prompt }) => `“${prompt}”`).join(", ")}. ` +
    "Set a model key and I can do the real thing: put ANTHROPIC_API_KEY or OPENAI_API_KEY in the environment and start me again.",
};

const nothingDone = "(I am only rehearsing: nothing was really done.)";

/**
 * What to say to an answer from the desk, which code writes as lines of this form:
 * `Answer to "Pick a colour" (question 1): Which colour? → Blue`. Own words stand after the arrow too.
 * Undefined where the text is no answer.
 */
export function replyToAnswer(text: string): string | undefined {
  const start = /^\W*Answer to "/m.exec(text);
  if (!start) return undefined;
  const answer = text.slice(start.index);
  const chosen = [...answer.matchAll(/→[ \t]*(\S.*)$/gm)].map((match) => match[1]!.trim());
  if (chosen.length > 0) return `${chosen.join(", ")} it is. ${nothingDone}`;
  if (/\bconfirmed\b/i.test(answer)) return `Done it is, thank you. ${nothingDone}`;
  if (/\bdismissed\b/i.test(answer)) return `I go on without an answer. ${nothingDone}`;
  const own = /\bown words:?\s*(\S[^\n]*)/i.exec(answer)?.[1];
  return own ? `I read: ${own} ${nothingDone}` : `I read your answer. ${nothingDone}`;
}
