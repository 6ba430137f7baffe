import type { Change } from "../db/changes.ts";
import { type Feed, mostWaiting } from "./open-feeds.ts";

const cursorForm = /^(\d{1,19})-(\d{1,19})$/;
const largestId = 2n ** 63n - 1n;

/**
 * Batches of changes, none left out and none twice: first those after the cursor `after`, then live ones,
 * until `stop`. "reload" stands for what cannot be told any more. Throws when it cannot be found out what the reader
 * may know of.
 */
export async function* followChanges(feed: Feed, after: string, stop: AbortSignal): AsyncGenerator<Change[] | "reload"> {
  let waiting: Change[] = [];
  let tooMany = false;
  let fault: { error: unknown } | null = null;
  let wake = () => {};
  const unsubscribe = feed.subscribe({
    onBatch(batch) {
      tooMany ||= batch === "reload" || waiting.length + batch.length > mostWaiting;
      if (tooMany || batch === "reload") waiting = [];
      else waiting.push(...batch);
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
    let told: string | null = null;
    for await (const missed of readMissed(feed, after)) {
      const kept = missed === "reload" ? missed : await feed.keep(missed);
      if (kept.length > 0) yield kept;
      if (missed !== "reload") told = missed.at(-1)?.cursor ?? told;
    }
    while (!stop.aborted) {
      if (fault !== null) throw (fault as { error: unknown }).error;
      if (tooMany) {
        tooMany = false;
        yield "reload";
      } else if (waiting.length > 0) {
        const batch = waiting;
        waiting = [];
        const fresh = batch.filter((change) => told === null || isLater(change.cursor, told));
        if (fresh.length > 0) yield fresh;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    unsubscribe();
    stop.removeEventListener("abort", stopped);
  }
}

/** A cursor that is malformed, trimmed or ahead of us is not of this history, or of a part that is gone. */
async function* readMissed(feed: Feed, after: string): AsyncGenerator<Change[] | "reload"> {
  if (!isCursor(after) || isLater(after, feed.cursor())) {
    yield "reload";
    return;
  }
  for (let from = after; ;) {
    const missed = await feed.readAfter(from);
    if (missed === "too-old") yield "reload";
    if (missed === "too-old" || missed.length === 0) return;
    yield missed;
    from = missed.at(-1)?.cursor ?? from;
  }
}

function isCursor(text: string): boolean {
  const id = cursorForm.exec(text)?.[2];
  return id !== undefined && BigInt(id) <= largestId;
}

function isLater(one: string, other: string): boolean {
  const [oneTransaction = 0n, oneId = 0n] = one.split("-").map(BigInt);
  const [otherTransaction = 0n, otherId = 0n] = other.split("-").map(BigInt);
  return oneTransaction === otherTransaction ? oneId > otherId : oneTransaction > otherTransaction;
}
