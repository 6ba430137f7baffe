import { expect, test } from "vitest";
import type { Change, ChangeBatch } from "../db/changes.ts";
import { followChanges } from "./follow-changes.ts";
import type { Feed, FeedListener } from "./open-feeds.ts";

const change = (transactionId: number, id = `of ${transactionId}`): Change => ({
  transactionId: String(transactionId),
  kind: "item",
  id,
  conversationId: null,
});
const batch = (cursor: string, ...changes: Change[]): ChangeBatch => ({ changes, cursor });

/** A feed whose past is what the test says. */
function openFeed(missed: ChangeBatch | "reload") {
  const subscribers = new Set<FeedListener>();
  const feed: Feed = {
    keep: async (changes) => changes.filter(({ id }) => id !== "hidden"),
    subscribe(listener) {
      subscribers.add(listener);
      return () => subscribers.delete(listener);
    },
    readAfter: async () => missed,
    cursor: () => "5:5:",
  };
  const publish = (told: ChangeBatch | "reload") => {
    for (const { onBatch } of subscribers) onBatch(told);
  };
  return { feed, publish, subscribers };
}

const stop = () => new AbortController();

test("all that was missed comes first, and what came live meanwhile is not told twice", async () => {
  const { feed, publish } = openFeed(batch("7:10:7,8", change(5), change(6), change(9)));
  const following = followChanges(feed, "5:5:", stop().signal);
  expect((await following.next()).value).toEqual(batch("7:10:7,8", change(5), change(6), change(9)));
  publish(batch("7:10:7,8", change(6), change(9)));
  publish(batch("8:11:8", change(7), change(9), change(10)));
  expect((await following.next()).value).toEqual(batch("8:11:8", change(7), change(10)));
  publish(batch("12:12:", change(8), change(11)));
  expect((await following.next()).value).toEqual(batch("12:12:", change(8), change(11)));
  await following.return(undefined);
});

test("a late change is told also when one to the same thing, of a transaction that was told, came after it", async () => {
  const { feed, publish } = openFeed(batch("5:7:5", change(6, "one")));
  const following = followChanges(feed, "5:5:", stop().signal);
  await following.next();
  publish(batch("7:7:", change(5, "one"), change(6, "one")));
  expect((await following.next()).value).toEqual(batch("7:7:", change(5, "one")));
  await following.return(undefined);
});

test("several changes to one thing are told once, what the reader may not know of not at all", async () => {
  const { feed, publish } = openFeed(batch("8:8:", change(5, "one"), change(6, "hidden"), change(7, "one")));
  const following = followChanges(feed, "5:5:", stop().signal);
  expect((await following.next()).value).toEqual(batch("8:8:", change(7, "one")));
  publish(batch("11:11:", change(8, "two"), change(9, "one"), change(10, "two")));
  const { changes } = (await following.next()).value as ChangeBatch;
  expect(changes.map(({ id }) => id).sort()).toEqual(["one", "two"]);
  await following.return(undefined);
});

test("a part that is gone is told once, then live changes", async () => {
  const { feed, publish } = openFeed("reload");
  const following = followChanges(feed, "4:4:", stop().signal);
  expect((await following.next()).value).toBe("reload");
  publish(batch("6:6:", change(5)));
  expect((await following.next()).value).toEqual(batch("6:6:", change(5)));
  await following.return(undefined);
});

test("a reader that is too slow is told to reload instead of being queued for without end", async () => {
  const { feed, publish } = openFeed(batch("5:5:"));
  const following = followChanges(feed, "5:5:", stop().signal);
  const first = following.next();
  publish(batch("6:6:", change(5)));
  expect((await first).value).toEqual(batch("6:6:", change(5)));
  for (let number = 6; number < 2_007; number++) publish(batch(`${number + 1}:${number + 1}:`, change(number)));
  expect((await following.next()).value).toBe("reload");
  publish(batch("3000:3000:", change(2_999)));
  expect((await following.next()).value).toEqual(batch("3000:3000:", change(2_999)));
  await following.return(undefined);
});

test("stopping ends a wait, and nobody stays subscribed", async () => {
  const { feed, subscribers } = openFeed(batch("5:5:"));
  const stopping = stop();
  const waiting = followChanges(feed, "5:5:", stopping.signal).next();
  expect(subscribers.size).toBe(1);
  stopping.abort();
  expect((await waiting).done).toBe(true);
  expect(subscribers.size).toBe(0);
});
