/**
 * What a control of a card names: ids and the revision only, never content, so that a click works after a restart
 * and says which question its clicker saw. At most 255 characters in Slack.
 */
export type AnswerAction = { itemId: string; revision: number; control: { option: number } | "done" | "send" };

/** Every control that answers carries it; the listener's pattern. */
export const answerPattern = /^answer:/;

const actionForm = /^answer:([0-9a-f-]{36}):(\d{1,9}):(done|send|\d{1,3})$/;

export function answerActionId({ itemId, revision, control }: AnswerAction): string {
  return `answer:${itemId}:${revision}:${typeof control === "string" ? control : control.option}`;
}

export function readAnswerActionId(actionId: string): AnswerAction | null {
  const [, itemId, revision, control] = actionForm.exec(actionId) ?? [];
  if (!itemId || !control) return null;
  return { itemId, revision: Number(revision), control: control === "done" || control === "send" ? control : { option: Number(control) } };
}

/** The input of one question, by its place: unique in the message, and new with each revision so that no old entry stays in it. */
export const questionBlockId = (itemId: string, revision: number, index: number): string => `question:${itemId}:${revision}:${index}`;

/** The one control in such a block. */
export const questionActionId = "given";
