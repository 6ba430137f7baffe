import type { ChangeBatch } from "../db/changes.ts";

/** More than a slow reader can use: it is told to fetch everything again instead. */
export const mostWaiting = 2_000;

/** Batches that wait for their reader, as one: with the cursor of the last, or "reload" where they are too many. */
export function openWaiting(): { add(batch: ChangeBatch | "reload"): void; take(): ChangeBatch | "reload" | null } {
  let waiting: ChangeBatch | "reload" | null = null;
  return {
    add(batch) {
      if (waiting === "reload" || batch === "reload") waiting = "reload";
      else if ((waiting?.changes.length ?? 0) + batch.changes.length > mostWaiting) waiting = "reload";
      else waiting = { changes: [...(waiting?.changes ?? []), ...batch.changes], cursor: batch.cursor };
    },
    take() {
      const taken = waiting;
      waiting = null;
      return taken;
    },
  };
}
