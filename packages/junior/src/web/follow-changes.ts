import type { ChangeBatch } from "../db/changes.ts";
import { isVisible, parseSnapshot } from "../db/snapshot.ts";
import type { Feed } from "./open-feeds.ts";
import { openWaiting } from "./open-waiting.ts";

/**
 * Batches of changes, none left out and none told twice: first those after the cursor `after`, then live ones,
 * until `stop`. "reload" stands for what cannot be told any more. Throws when it cannot be found out what the reader
 * may know of.
 */
export async function* followChanges(feed: Feed, after: string, stop: AbortSignal): AsyncGenerator<ChangeBatch | "reload"> {
  const waiting = openWaiting();
  let fault: { error: unknown } | null = null;
  let wake = () => {};
  const unsubscribe = feed.subscribe({
    onBatch(batch) {
      waiting.add(batch);
      wake();
    },
    onFault(error) {
      fault = { error };
      wake();
    },
  });
  const stopped = () => wake();
  stop.addEventListener("abort", stopped);
  try {
    const missed = await feed.readAfter(after);
    const known = missed === "reload" ? missed : { ...missed, changes: await feed.keep(missed.changes) };
    if (known === "reload") yield known;
    else if (known.changes.length > 0) yield lastOfEach(known);
    while (!stop.aborted) {
      if (fault !== null) throw (fault as { error: unknown }).error;
      const next = waiting.take();
      if (next === null) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      const fresh = next === "reload" || missed === "reload" ? next : notIn(missed.cursor, next);
      if (fresh === "reload") yield fresh;
      else if (fresh.changes.length > 0) yield lastOfEach(fresh);
    }
  } finally {
    unsubscribe();
    stop.removeEventListener("abort", stopped);
  }
}

/** Both read the same rows: what was visible to one reading was told by it, and what the live one has beyond it is new. */
function notIn(cursor: string, { changes, ...batch }: ChangeBatch): ChangeBatch {
  const told = parseSnapshot(cursor);
  return { ...batch, changes: changes.filter((change) => !told || !isVisible(BigInt(change.transactionId), told)) };
}

/** Of several changes to one thing: each means "fetch it again". Not sooner, or one that is told could stand for one that is not. */
function lastOfEach({ changes, cursor }: ChangeBatch): ChangeBatch {
  const last = new Map(changes.map((change) => [`${change.kind} ${change.id}`, change]));
  return { changes: [...last.values()], cursor };
}
