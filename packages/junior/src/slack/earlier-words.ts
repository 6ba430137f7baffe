import { words } from "../base/words.ts";

export type EarlierMessage = { author: string; text: string; files: string[] };

const mostShown = 30;
const longestMessage = 1_500;
const longestWhole = 20_000;

/**
 * What was said in a thread before Junior was spoken to: its first message and the newest ones, and how many between
 * them are left out. Null where nothing was said.
 */
export function earlierWords(messages: EarlierMessage[], complete: boolean): string | null {
  const [first, ...replies] = messages.map(line);
  if (first === undefined) return null;
  const newest: string[] = [];
  let length = first.length;
  for (const reply of replies.toReversed()) {
    length += reply.length;
    if (newest.length === mostShown || length > longestWhole) break;
    newest.unshift(reply);
  }
  const omitted = replies.length - newest.length;
  const gap = complete ? (omitted === 0 ? [] : [words.thread.leftOut(omitted)]) : [words.thread.restUnknown];
  return [words.thread.before(messages.length), first, ...gap, ...(complete ? newest : [])].join("\n\n");
}

function line({ author, text, files }: EarlierMessage): string {
  const points = [...text];
  const shown = points.length <= longestMessage ? text : `${points.slice(0, longestMessage).join("")}… ${words.thread.cut}`;
  const sent = files.length === 0 ? "" : ` (sent ${files.join(", ")})`;
  return `${author}: ${shown}${sent}`;
}
