import { expect, test } from "vitest";
import type { Change } from "../db/changes.ts";
import { followChanges } from "./follow-changes.ts";
import type { Feed, FeedListener } from "./open-feeds.ts";

const change = (cursor: string): Change => ({ cursor, kind: "item", id: cursor, conversationId: null });

/** A history in memory that pages by two, as the database's does by a thousand. */
function openHistory(...cursors: string[]) {
  const stored = cursors.map(change);
  const subscribers = new Set<FeedListener>();
  const changes: Feed = {
    keep: async (batch) => batch,
    subscribe(listener) {
      subscribers.add(listener);
      return () => subscribers.delete(listener);
    },
    readAfter: async (cursor) => {
      if (cursor === changes.cursor()) return [];
      const place = stored.findIndex((one) => one.cursor === cursor);
      return place < 0 ? "too-old" : stored.slice(place + 1, place + 3);
    },
    cursor: () => stored.at(-1)?.cursor ?? "1-0",
  };
  const publish = (...batch: string[]) => {
    for (const { onBatch } of subscribers) onBatch(batch.map(change));
  };
  return { changes, publish, subscribers };
}

const stop = () => new AbortController();
const cursors = (batch: Change[] | "reload" | void) => (Array.isArray(batch) ? batch.map(({ cursor }) => cursor) : batch);

test("all that was missed comes first, and what came live meanwhile is not told twice", async () => {
  const { changes, publish } = openHistory("5-1", "5-2", "7-3", "9-4");
  const following = followChanges(changes, "5-1", stop().signal);
  expect(cursors((await following.next()).value)).toEqual(["5-2", "7-3"]);
  publish("7-3", "9-4");
  publish("10-5");
  expect(cursors((await following.next()).value)).toEqual(["9-4"]);
  expect(cursors((await following.next()).value)).toEqual(["10-5"]);
  await following.return(undefined);
});

test("cursors are numbers, not texts", async () => {
  const { changes, publish } = openHistory("9-1", "9-9");
  const following = followChanges(changes, "9-1", stop().signal);
  await following.next();
  publish("9-8", "9-10", "10-1");
  expect(cursors((await following.next()).value)).toEqual(["9-10", "10-1"]);
  await following.return(undefined);
});

test("a part that is gone is told once, then live changes", async () => {
  const { changes, publish } = openHistory("5-1");
  const following = followChanges(changes, "4-1", stop().signal);
  expect((await following.next()).value).toBe("reload");
  publish("6-1");
  expect(cursors((await following.next()).value)).toEqual(["6-1"]);
  await following.return(undefined);
});

test("a reader that is too slow is told to reload instead of being queued for without end", async () => {
  const { changes, publish } = openHistory();
  const following = followChanges(changes, "1-0", stop().signal);
  const first = following.next();
  publish("6-1");
  expect(cursors((await first).value)).toEqual(["6-1"]);
  for (let number = 0; number < 2_001; number++) publish(`7-${number}`);
  expect((await following.next()).value).toBe("reload");
  publish("8-1");
  expect(cursors((await following.next()).value)).toEqual(["8-1"]);
  await following.return(undefined);
});

test("stopping ends a wait, and nobody stays subscribed", async () => {
  const { changes, subscribers } = openHistory();
  const stopping = stop();
  const waiting = followChanges(changes, "1-0", stopping.signal).next();
  expect(subscribers.size).toBe(1);
  stopping.abort();
  expect((await waiting).done).toBe(true);
  expect(subscribers.size).toBe(0);
});
