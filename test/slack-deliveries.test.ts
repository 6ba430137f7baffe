import { expect, test } from "vitest";
import { findConversation, locationOf } from "../packages/junior/src/conversations/conversation-store.ts";
import { addDelivery } from "../packages/junior/src/conversations/delivery-store.ts";
import { openPoster } from "../packages/junior/src/conversations/poster.ts";
import { colours, quiet, useSlackRoom } from "./use-slack-room.ts";

const { room, messages, ask, put, posted, meetAna } = useSlackRoom();

test("a post whose answer was lost is taken over, not posted twice", async () => {
  room.fake.failNext({ method: "chat.postMessage", how: "drop-after" });
  const { ts, card } = await ask(colours);
  await expect.poll(() => room.rows.query("select posted_id from junior_deliveries"), { timeout: 5_000 }).toEqual([{ posted_id: card.ts }]);
  expect(room.fake.messages("C0P", ts).filter((message) => message.user === "U0BOT")).toHaveLength(1);
});

test("Slack refuses the blocks: the question stands in plain words", async () => {
  room.fake.failNext({ method: "chat.postMessage", how: { error: "invalid_blocks" } });
  const { card } = await ask(colours);
  expect(card.text).toContain("• Blue\n• Red");
  expect(card.blocks).toBeUndefined();
});

test("a post that left its thread is taken away and set aside", async () => {
  const { ts, ana, conversationId } = await meetAna();
  await room.fake.remove({ user: "U0ANA", channel: "C0P", ts });
  await put(conversationId, ana, colours);
  await expect
    .poll(() => room.rows.query("select parked_code from junior_deliveries"), { timeout: 5_000 })
    .toEqual([{ parked_code: "thread-gone" }]);
  expect(room.fake.messages("C0P").filter(({ user }) => user === "U0BOT")).toEqual([]);
});

test.each([
  [{ rateLimit: 1 }, null],
  [{ error: "is_archived" }, "is_archived"],
])("%o on a post", async (how, code) => {
  room.fake.failNext({ method: "chat.postMessage", how });
  const { ts, ana, conversationId } = await meetAna();
  await put(conversationId, ana, colours);
  if (code === null) await posted(ts);
  await expect
    .poll(() => room.rows.query("select parked_code from junior_deliveries"), { timeout: 5_000 })
    .toEqual([{ parked_code: code }]);
});

test("a long reply becomes several posts in order, each once, though an answer was lost", async () => {
  room.fake.failNext({ method: "chat.postMessage", how: "drop-after" });
  const ts = await reply(`${"a".repeat(9_000)}\n\n${"b".repeat(9_000)}\n\n<!channel> done`);
  await expect.poll(delivered, { timeout: 5_000 }).toBe(true);
  expect(parts(ts)).toEqual(["a", "b"]);
  expect(JSON.stringify(room.fake.messages("C0P", ts))).not.toContain("<!channel>");
});

test("of a slow Slack, a reply that takes longer than a claim lives is posted once, each part", async () => {
  room.fake.failNext({ method: "chat.postMessage", times: 6, how: { slowMs: 1_200 } });
  const ts = await reply(sixParts);
  await expect.poll(delivered, { timeout: 15_000 }).toBe(true);
  expect(parts(ts)).toEqual(["a", "b", "c", "d", "e", "f"]);
});

test("a stop in the middle of a long reply is at once, and what is left is posted after the next start", async () => {
  room.fake.failNext({ method: "chat.postMessage", times: 2, how: { slowMs: 600 } });
  room.fake.failNext({ method: "chat.postMessage", how: { slowMs: 3_500 } });
  const ts = await reply(sixParts);
  await expect.poll(() => parts(ts), { timeout: 5_000 }).toEqual(["a", "b", "c"]);
  const stopping = performance.now();
  await room.poster.close();
  expect(performance.now() - stopping).toBeLessThan(2_500);
  expect(room.fake.calls("chat.postMessage")).toHaveLength(3);

  room.poster = await openPoster({ database: room.ground.database, queue: room.queue, deliverers: [room.slack.deliverer], log: quiet });
  await expect.poll(delivered, { timeout: 10_000 }).toBe(true);
  expect(parts(ts)).toEqual(["a", "b", "c", "d", "e", "f"]);
});

test("a reply whose every try ended its process is set aside and not tried again", async () => {
  await room.poster.close();
  const ts = await reply("never to be seen");
  await room.rows.query(
    "update junior_deliveries set attempts = 12, claim_id = gen_random_uuid(), claim_until = now() - interval '1 minute'",
  );
  room.poster = await openPoster({ database: room.ground.database, queue: room.queue, deliverers: [room.slack.deliverer], log: quiet });
  await expect
    .poll(() => room.rows.query("select kind, parked_code from junior_deliveries where kind = 'reply'"), { timeout: 5_000 })
    .toEqual([{ kind: "reply", parked_code: "no_outcome" }]);
  expect(parts(ts)).toEqual([]);
});

const sixParts = [..."abcdef"].map((letter) => letter.repeat(9_000)).join("\n\n");

/** Lets Junior say this in a thread with ana. */
async function reply(text: string): Promise<string> {
  const { ts } = await room.fake.say({ user: "U0ANA", channel: "C0P", text: "<@U0BOT> tell" });
  const [message] = await messages();
  const conversation = message && (await findConversation(room.ground.database, message.conversation_id));
  const place = conversation && locationOf(conversation);
  if (!message || !place) throw new Error("nothing was stored");
  const messageId = "0193a5a0-0000-7000-8000-000000000009";
  await room.rows.query(
    "insert into junior_messages (id, conversation_id, sequence, source, author_kind, state, text) values ($1, $2, 99, 'slack', 'junior', 'done', $3)",
    [messageId, message.conversation_id, text],
  );
  await room.ground.database
    .transaction()
    .execute((transaction) => addDelivery(transaction, { kind: "reply", messageId, conversationId: message.conversation_id, place }));
  room.poster.wake();
  return ts;
}

const delivered = async () =>
  (await room.rows.query<{ posted_version: number }>("select posted_version from junior_deliveries"))[0]?.posted_version === 1;

/** What stands in the thread of Junior's, each by its first letter. */
const parts = (ts: string) =>
  room.fake
    .messages("C0P", ts)
    .filter((one) => one.user === "U0BOT")
    .map((one) => one.text[0]);
