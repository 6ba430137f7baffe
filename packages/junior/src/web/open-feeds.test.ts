import { expect, test } from "vitest";
import type { Change, Changes } from "../db/changes.ts";
import { mostWaiting, openFeeds } from "./open-feeds.ts";

const change = (cursor: string): Change => ({ cursor, kind: "item", id: cursor, conversationId: null });
const reader = (userId: string) => ({ userId, identityId: userId, name: userId, fullMember: true });
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A filter that answers when it is told to. */
function openWorld() {
  const subscribers = new Set<(changes: Change[]) => void>();
  const looks: { userId: string; cursors: string[]; answer(error?: Error): void }[] = [];
  const changes: Changes = {
    subscribe(onChanges) {
      subscribers.add(onChanges);
      return () => subscribers.delete(onChanges);
    },
    readAfter: async () => [],
    cursor: () => "1-0",
    close: async () => undefined,
  };
  const feedOf = openFeeds(
    changes,
    ({ userId }, batch) =>
      new Promise((resolve, reject) => {
        const answer = (error?: Error) => (error ? reject(error) : resolve(batch.filter(({ id }) => !id.startsWith("hidden"))));
        looks.push({ userId, cursors: batch.map(({ cursor }) => cursor), answer });
      }),
  );
  const open = (userId: string) => {
    const told: unknown[] = [];
    const end = feedOf(reader(userId)).subscribe({
      onBatch: (batch) => told.push(batch === "reload" ? batch : batch.map(({ cursor }) => cursor)),
      onFault: (error) => told.push(error),
    });
    return { told, end };
  };
  const publish = (...cursors: string[]) => {
    for (const onChanges of subscribers) onChanges(cursors.map(change));
  };
  return { open, publish, looks, subscribers };
}

test("each batch is looked through once for all streams of a reader, and once more for another reader", async () => {
  const { open, publish, looks } = openWorld();
  const [one, two, other] = [open("ana"), open("ana"), open("ben")];
  publish("5-1", "hidden");
  expect(looks.map(({ userId }) => userId)).toEqual(["ana", "ben"]);
  for (const { answer } of looks) answer();
  await settled();
  for (const { told } of [one, two, other]) expect(told).toEqual([["5-1"]]);
});

test("what comes during a look is looked through together, and told after it", async () => {
  const { open, publish, looks } = openWorld();
  const { told } = open("ana");
  publish("5-1");
  publish("5-2");
  publish("6-1");
  expect(looks).toHaveLength(1);
  looks[0]?.answer();
  await settled();
  expect(looks[1]?.cursors).toEqual(["5-2", "6-1"]);
  looks[1]?.answer();
  await settled();
  expect(told).toEqual([["5-1"], ["5-2", "6-1"]]);
});

test("too many at once are a reload; a look that fails is told to every stream", async () => {
  const { open, publish, looks } = openWorld();
  const { told } = open("ana");
  publish("5-1");
  publish(...Array.from({ length: mostWaiting + 1 }, (_, number) => `6-${number}`));
  const fault = new Error("the database is away");
  looks[0]?.answer(fault);
  await settled();
  expect(told).toEqual([fault, "reload"]);
});

test("a reader without streams costs nothing", async () => {
  const { open, publish, looks, subscribers } = openWorld();
  const [one, two] = [open("ana"), open("ana")];
  one.end();
  expect(subscribers.size).toBe(1);
  two.end();
  two.end();
  expect(subscribers.size).toBe(0);
  publish("5-1");
  expect(looks).toEqual([]);
  open("ana");
  publish("5-2");
  expect(looks).toHaveLength(1);
});
