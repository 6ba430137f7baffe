import type { Attachment, MessageBody } from "../../contract.ts";

type Attempt = { key: string; text: string; attachments: string[] };

/** What stands in a composer. `attempt` is the last sending whose end is unknown; `attachments` are uploaded. */
export type UnsentMessage = { text: string; attachments: Attachment[]; attempt: Attempt | null };

/** Where what stands in the composer of this name is kept. */
export const draftName = (name: string): string => `junior.message.${name}`;

export const emptyMessage: UnsentMessage = { text: "", attachments: [], attempt: null };

export function readUnsentMessage(stored: unknown): UnsentMessage {
  return typeof stored === "object" && stored !== null && "text" in stored
    ? { ...emptyMessage, ...(stored as Partial<UnsentMessage>) }
    : emptyMessage;
}

/**
 * The same message again keeps its key, so a retry cannot double it. A changed one takes a new key: under the old one
 * the server would return the first, if that had arrived, and the change would be lost.
 */
export function nextAttempt({ text, attachments, attempt }: UnsentMessage, newKey: string): MessageBody & Attempt {
  const trimmed = text.trim();
  const ids = attachments.map(({ id }) => id);
  return attempt?.text === trimmed && attempt.attachments.join() === ids.join()
    ? attempt
    : { key: newKey, text: trimmed, attachments: ids };
}
