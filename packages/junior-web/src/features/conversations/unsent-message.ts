/** What stands in a composer. `attempt` is the last sending whose end is unknown. */
export type UnsentMessage = { text: string; attempt: { key: string; text: string } | null };

export const emptyMessage: UnsentMessage = { text: "", attempt: null };

export function readUnsentMessage(stored: unknown): UnsentMessage {
  return typeof stored === "object" && stored !== null && "text" in stored
    ? { ...emptyMessage, ...(stored as Partial<UnsentMessage>) }
    : emptyMessage;
}

/**
 * The same text again keeps its key, so a retry cannot double it. Changed text takes a new one: under the old key
 * the server would return the first text, if that had arrived, and the change would be lost.
 */
export function nextAttempt({ text, attempt }: UnsentMessage, newKey: string): { key: string; text: string } {
  const trimmed = text.trim();
  return attempt?.text === trimmed ? attempt : { key: newKey, text: trimmed };
}
