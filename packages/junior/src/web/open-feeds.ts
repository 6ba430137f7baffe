import type { Change, Changes } from "../db/changes.ts";
import type { Person } from "../people/person.ts";

/** More than a slow reader can use: it is told to fetch everything again instead. */
export const mostWaiting = 2_000;

/** Changes as one reader may know of them. */
export type Feed = Pick<Changes, "cursor" | "readAfter"> & {
  /** What the reader may know of, of what `readAfter` gave. */
  keep(batch: Change[]): Promise<Change[]>;
  /** Live batches, already kept to what the reader may know of; "reload" where there were too many. Returns how to end it. */
  subscribe(listener: FeedListener): () => void;
};
export type FeedListener = { onBatch(batch: Change[] | "reload"): void; onFault(error: unknown): void };

type Keep = (reader: Person, batch: Change[]) => Promise<Change[]>;

/** Feeds by reader: however many streams one reader has open, each live batch is looked through once. */
export function openFeeds(changes: Changes, keep: Keep): (reader: Person) => Feed {
  const hubs = new Map<string, Hub>();
  return (reader) => ({
    cursor: changes.cursor,
    readAfter: changes.readAfter,
    keep: (batch) => keep(reader, batch),
    subscribe(listener) {
      const key = `${reader.userId} ${reader.fullMember}`;
      const hub = hubs.get(key) ?? openHub(changes, (batch) => keep(reader, batch));
      hubs.set(key, hub);
      hub.listeners.add(listener);
      return () => {
        hub.listeners.delete(listener);
        if (hub.listeners.size > 0 || hubs.get(key) !== hub) return;
        hubs.delete(key);
        hub.close();
      };
    },
  });
}

type Hub = { listeners: Set<FeedListener>; close(): void };

/** While one batch is looked through, those that come meanwhile become the next one together. */
function openHub(changes: Changes, keep: (batch: Change[]) => Promise<Change[]>): Hub {
  const listeners = new Set<FeedListener>();
  let waiting: Change[] = [];
  let tooMany = false;
  let busy = false;

  const tellNext = async () => {
    if (tooMany) {
      tooMany = false;
      for (const { onBatch } of listeners) onBatch("reload");
      return;
    }
    const batch = waiting;
    waiting = [];
    try {
      const kept = await keep(batch);
      if (kept.length > 0) for (const { onBatch } of listeners) onBatch(kept);
    } catch (error) {
      for (const { onFault } of listeners) onFault(error);
    }
  };
  const tellAll = async () => {
    if (busy) return;
    busy = true;
    while (listeners.size > 0 && (tooMany || waiting.length > 0)) await tellNext();
    busy = false;
  };
  const unsubscribe = changes.subscribe((batch) => {
    tooMany ||= waiting.length + batch.length > mostWaiting;
    if (tooMany) waiting = [];
    else waiting.push(...batch);
    void tellAll();
  });
  return { listeners, close: unsubscribe };
}
