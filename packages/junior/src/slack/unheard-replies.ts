/** Threads in which Junior took no part when somebody replied there without speaking to it, by the key of their root. */
export type UnheardReplies = {
  note(root: string): void;
  /** Whether there was one in the last minutes; it is forgotten by this. */
  take(root: string): boolean;
};

const keptMs = 600_000;
const mostKept = 5_000;

/**
 * Slack promises no order: a reply may come before the mention at its root. Only keys are kept, in memory: they are
 * looked for when the mention comes, and then the thread is read back.
 */
export function createUnheardReplies(now: () => number): UnheardReplies {
  const notedAt = new Map<string, number>();
  return {
    note(root) {
      notedAt.delete(root);
      if (notedAt.size >= mostKept) notedAt.delete(notedAt.keys().next().value ?? "");
      notedAt.set(root, now());
    },
    take(root) {
      const at = notedAt.get(root);
      notedAt.delete(root);
      return at !== undefined && now() - at < keptMs;
    },
  };
}
