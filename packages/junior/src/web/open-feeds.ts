import type { Change, ChangeBatch, Changes } from "../db/changes.ts";
import type { Person } from "../people/person.ts";
import { openWaiting } from "./open-waiting.ts";

/** Changes as one reader may know of them. */
export type Feed = Pick<Changes, "cursor" | "readAfter"> & {
  /** What the reader may know of, of what `readAfter` gave. */
  keep(changes: Change[]): Promise<Change[]>;
  /** Live batches, already kept to what the reader may know of; "reload" where there were too many. Returns how to end it. */
  subscribe(listener: FeedListener): () => void;
};
export type FeedListener = { onBatch(batch: ChangeBatch | "reload"): void; onFault(error: unknown): void };

type Keep = (reader: Person, changes: Change[]) => Promise<Change[]>;

/** Feeds by reader: however many streams one reader has open, each live batch is looked through once. */
export function openFeeds(changes: Changes, keep: Keep): (reader: Person) => Feed {
  const hubs = new Map<string, Hub>();
  return (reader) => ({
    cursor: changes.cursor,
    readAfter: changes.readAfter,
    keep: (found) => keep(reader, found),
    subscribe(listener) {
      const key = `${reader.userId} ${reader.fullMember}`;
      const hub = hubs.get(key) ?? openHub(changes, (found) => keep(reader, found));
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
function openHub(changes: Changes, keep: (changes: Change[]) => Promise<Change[]>): Hub {
  const listeners = new Set<FeedListener>();
  const waiting = openWaiting();
  let busy = false;

  const tell = async (batch: ChangeBatch | "reload") => {
    try {
      const kept = batch === "reload" ? batch : { ...batch, changes: await keep(batch.changes) };
      if (kept === "reload" || kept.changes.length > 0) for (const { onBatch } of listeners) onBatch(kept);
    } catch (error) {
      for (const { onFault } of listeners) onFault(error);
    }
  };
  const tellAll = async () => {
    if (busy) return;
    busy = true;
    for (let next = waiting.take(); next && listeners.size > 0; next = waiting.take()) await tell(next);
    busy = false;
  };
  const unsubscribe = changes.subscribe((batch) => {
    waiting.add(batch);
    void tellAll();
  });
  return { listeners, close: unsubscribe };
}
