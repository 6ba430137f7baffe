import { expect, test } from "vitest";
import type { Change, ChangeBatch, Changes } from "../db/changes.ts";
import { openFeeds } from "./open-feeds.ts";
import { mostWaiting } from "./open-waiting.ts";

const change = (id: string): Change => ({ transactionId: "5", kind: "item", id, conversationId: null });
const reader = (userId: string) => ({ userId, identityId: userId, name: userId, fullMember: true });
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A filter that answers when it is told to. */
function openWorld() {
  const subscribers = new Set<(batch: ChangeBatch | "reload") => void>();
  const looks: { userId: string; ids: string[]; answer(error?: Error): void }[] = [];
  const changes: Changes = {
    subscribe(onBatch) {
      subscribers.add(onBatch);
      return () => subscribers.delete(onBatch);
    },
    readAfter: async () => "reload",
    cursor: () => "5:5:",
    close: async () => undefined,
  };
  const feedOf = openFeeds(
    changes,
    ({ userId }, found) =>
      new Promise((resolve, reject) => {
        const answer = (error?: Error) => (error ? reject(error) : resolve(found.filter(({ id }) => !id.startsWith("hidden"))));
        looks.push({ userId, ids: found.map(({ id }) => id), answer });
      }),
  );
  const open = (userId: string) => {
    const told: unknown[] = [];
    const end = feedOf(reader(userId)).subscribe({
      onBatch: (batch) => told.push(batch === "reload" ? batch : [...batch.changes.map(({ id }) => id), batch.cursor]),
      onFault: (error) => told.push(error),
    });
    return { told, end };
  };
  const publish = (batch: ChangeBatch | "reload") => {
    for (const onBatch of subscribers) onBatch(batch);
  };
  return { open, publish, looks, subscribers };
}

const batch = (cursor: string, ...ids: string[]): ChangeBatch => ({ changes: ids.map(change), cursor });

test("each batch is looked through once for all streams of a reader, and once more for another reader", async () => {
  const { open, publish, looks } = openWorld();
  const [one, two, other] = [open("ana"), open("ana"), open("ben")];
  publish(batch("6:6:", "one", "hidden"));
  expect(looks.map(({ userId }) => userId)).toEqual(["ana", "ben"]);
  for (const { answer } of looks) answer();
  await settled();
  for (const { told } of [one, two, other]) expect(told).toEqual([["one", "6:6:"]]);
});

test("what comes during a look is looked through together, and told after it", async () => {
  const { open, publish, looks } = openWorld();
  const { told } = open("ana");
  publish(batch("6:6:", "one"));
  publish(batch("7:7:", "two"));
  publish(batch("8:8:", "three"));
  expect(looks).toHaveLength(1);
  looks[0]?.answer();
  await settled();
  expect(looks[1]?.ids).toEqual(["two", "three"]);
  looks[1]?.answer();
  await settled();
  expect(told).toEqual([
    ["one", "6:6:"],
    ["two", "three", "8:8:"],
  ]);
});

test("too many at once are a reload, as one from below is; a look that fails is told to every stream", async () => {
  const { open, publish, looks } = openWorld();
  const { told } = open("ana");
  publish(batch("6:6:", "one"));
  publish(batch("7:7:", ...Array.from({ length: mostWaiting + 1 }, (_, number) => String(number))));
  publish(batch("8:8:", "two"));
  const fault = new Error("the database is away");
  looks[0]?.answer(fault);
  await settled();
  expect(told).toEqual([fault, "reload"]);
  publish("reload");
  await settled();
  expect(told).toEqual([fault, "reload", "reload"]);
  expect(looks).toHaveLength(1);
});

test("a reader without streams costs nothing", async () => {
  const { open, publish, looks, subscribers } = openWorld();
  const [one, two] = [open("ana"), open("ana")];
  one.end();
  expect(subscribers.size).toBe(1);
  two.end();
  two.end();
  expect(subscribers.size).toBe(0);
  publish(batch("6:6:", "one"));
  expect(looks).toEqual([]);
  open("ana");
  publish(batch("7:7:", "two"));
  expect(looks).toHaveLength(1);
});
