import type { Deliverer } from "junior-plugin-api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newId } from "../packages/junior/src/base/ids.ts";
import { addDelivery } from "../packages/junior/src/conversations/delivery-store.ts";
import { openPoster, type Poster } from "../packages/junior/src/conversations/poster.ts";
import { openTurnWorld, type TurnWorld } from "./turn-world.ts";
import { silentLog } from "./open-rooms.ts";
import { waitFor } from "./wait-for.ts";

let world: TurnWorld;
let poster: Poster;
let reservations: number;
let posted: string[];
let hold: Promise<void> | null;
beforeEach(async () => {
  [reservations, posted, hold] = [0, [], null];
  const deliverer: Deliverer = {
    surface: "slack",
    async deliver({ text, place }) {
      await hold;
      posted.push(text ?? "");
      return { outcome: "posted", channel: place.channel, id: `${posted.length}` };
    },
    withdraw: async () => undefined,
  };
  const counting: Pick<Poster, "reserve"> = {
    reserve() {
      reservations += 1;
      return poster.reserve();
    },
  };
  world = await openTurnWorld({ poster: counting });
  poster = await openPoster({ database: world.database, queue: world.queue, deliverers: [deliverer], log: silentLog });
});
afterEach(async () => {
  await poster.close();
  await world.close();
});

const thread = (ts: string) => ({
  externalKey: `slack:T1:C1:${ts}`,
  source: "slack" as const,
  visibility: "public" as const,
  title: "t",
  location: { surface: "slack", tenant: "T1", channel: "C1", thread: ts },
});
const deliveries = () =>
  world.query("select kind, attempts, claim_id, posted_version from junior_deliveries where kind = 'reply' order by created_at, id");

test("a reply is posted by the process whose Turn wrote it, without being claimed again", async () => {
  world.answer(() => "Here.");
  const { conversationId } = await world.say("where?", { conversation: thread("1.1"), source: "slack" });
  await world.settled(conversationId);
  await waitFor("the post", deliveries, ([row]) => row?.["posted_version"] === 1);
  expect(posted).toEqual(["Here."]);
  expect(reservations).toBe(1);
  expect(await deliveries()).toEqual([{ kind: "reply", attempts: 0, claim_id: null, posted_version: 1 }]);
});

test("it waits for what is still to be posted there before it", async () => {
  let release = () => {};
  hold = new Promise((resolve) => (release = resolve));
  const first = await world.say("one", { conversation: thread("2.1"), source: "slack" });
  await world.settled(first.conversationId);
  const second = await world.say("two", { conversation: { id: first.conversationId }, source: "slack", externalKey: newId() });
  world.answer(() => "Second.");
  await world.settled(second.conversationId);
  expect((await deliveries()).map((row) => row["claim_id"] !== null)).toEqual([true, false]);
  release();
  await waitFor(
    "both posts",
    () => posted.length,
    (count) => count === 2,
  );
  expect(posted).toEqual(["Fine.", "Second."]);
});

test("what a reservation was not used for is posted as ever, and its room is free again", async () => {
  const places = Array.from({ length: 16 }, () => poster.reserve());
  expect(places.every((place) => place !== null)).toBe(true);
  expect(poster.reserve()).toBeNull();
  const { conversationId } = await world.say("hello", { conversation: thread("3.1"), source: "slack" });
  await world.settled(conversationId);
  expect(posted).toEqual([]);
  for (const place of places) place?.free();
  await waitFor(
    "the post",
    () => posted.length,
    (count) => count === 1,
  );
  await world.database.transaction().execute(async (transaction) => {
    const place = { surface: "slack", tenant: "T1", channel: "C1", thread: "3.1" };
    const [message] = await world.query("select id from junior_messages where conversation_id = $1 and author_kind = 'junior'", [
      conversationId,
    ]);
    await addDelivery(transaction, { kind: "reply", messageId: String(message?.["id"]), conversationId, place });
  });
  await waitFor(
    "the other",
    () => posted.length,
    (count) => count === 2,
  );
});
