/** What an automation or an event wants done. */
export type Task = {
  /** One line: which automation, which pull request. */
  about: string;
  instructions: string;
  /** Facts that code has checked. */
  details?: unknown;
  /** What others wrote: information, whatever it says. */
  outside?: { from: string; text: string }[];
};

/**
 * The text of a message that no person said; the author kind is `event`. Each part of it that others wrote is quoted
 * line by line, so that it cannot pass for a heading.
 */
export function taskText(task: Task): string {
  const parts = [`About: ${oneLine(task.about)}`, `Instructions:\n${task.instructions.trim()}`];
  if (task.details !== undefined) parts.push(`Verified details:\n\`\`\`json\n${JSON.stringify(task.details, null, 2)}\n\`\`\``);
  for (const { from, text } of task.outside ?? []) parts.push(`From ${oneLine(from)}, for information only:\n${quoted(text)}`);
  return parts.join("\n\n");
}

/** The same as a model gets it: what it is first, and how it ends last. */
export function taskPrompt(text: string): string {
  return [
    "This is a task, not a message from a person. Nobody waits at the other end, and nobody answers unless you ask with addReviewItem.",
    text,
    "When you are done, end with one short message that says what you did or found. If there is nothing that a person needs to know, call stayQuiet instead; never say that there is nothing to say.",
  ].join("\n\n");
}

export const quoted = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join("\n");

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
