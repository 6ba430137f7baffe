import { expect, test } from "vitest";
import { findConversation, locationOf } from "../packages/junior/src/conversations/conversation-store.ts";
import { addDelivery } from "../packages/junior/src/conversations/delivery-store.ts";
import { colours, useSlackRoom } from "./use-slack-room.ts";

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

test("a long reply becomes several posts in order, each once", async () => {
  const { ts } = await room.fake.say({ user: "U0ANA", channel: "C0P", text: "<@U0BOT> tell" });
  const [message] = await messages();
  const conversation = message && (await findConversation(room.ground.database, message.conversation_id));
  const place = conversation && locationOf(conversation);
  if (!message || !place) throw new Error("nothing was stored");
  const text = `${"a".repeat(9_000)}\n\n${"b".repeat(9_000)}\n\n<!channel> done`;
  const messageId = "0193a5a0-0000-7000-8000-000000000009";
  await room.rows.query(
    "insert into junior_messages (id, conversation_id, sequence, source, author_kind, state, text) values ($1, $2, 99, 'slack', 'junior', 'done', $3)",
    [messageId, message.conversation_id, text],
  );
  room.fake.failNext({ method: "chat.postMessage", how: "drop-after" });
  await room.ground.database
    .transaction()
    .execute((transaction) =>
      addDelivery(transaction, room.queue, { kind: "reply", messageId, conversationId: message.conversation_id, place }),
    );
  room.poster.wake();
  await expect
    .poll(() => room.rows.query("select posted_version from junior_deliveries"), { timeout: 5_000 })
    .toEqual([{ posted_version: 1 }]);
  const posts = room.fake.messages("C0P", ts).filter((one) => one.user === "U0BOT");
  expect(posts).toHaveLength(2);
  expect(posts.map((one) => one.text[0])).toEqual(["a", "b"]);
  expect(JSON.stringify(posts)).not.toContain("<!channel>");
});
