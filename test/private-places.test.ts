import { expect, test } from "vitest";
import { findReadableConversation } from "../packages/junior/src/conversations/conversation-reader-store.ts";
import { findPurgeFacts } from "../packages/junior/src/conversations/purge-store.ts";
import { closeItem } from "../packages/junior/src/desk/close-item.ts";
import { findReadable } from "../packages/junior/src/desk/item-reader-store.ts";
import { findPerson } from "../packages/junior/src/people/people-store.ts";
import { colours, useSlackRoom } from "./use-slack-room.ts";

const { room, messages, ask, put } = useSlackRoom();

const say = (user: string, text: string, threadTs?: string, channel = "C0P") => room.fake.say({ user, channel, text, threadTs });
const personOf = async (subject: string) => {
  const person = await findPerson(room.ground.database, { provider: "slack", tenant: "T0A", subject });
  if (!person) throw new Error(`${subject} is not known`);
  return person;
};
const reads = async (subject: string, conversationId: string) =>
  (await findReadableConversation(room.ground.database, await personOf(subject), conversationId)) !== null;
const answer = async (subject: string, itemId: string) =>
  closeItem(room.ground.database, room.queue, {
    itemId,
    revision: 1,
    person: await personOf(subject),
    surface: "web",
    given: { text: "Blue" },
  });
const conversationOf = async (text: string) => (await messages()).find((message) => message.text === text)?.conversation_id ?? "";

test.each(["message", "app_mention first"])("what is said once a channel is private closes its thread (%s)", async (order) => {
  const { ts, conversationId, itemId, ana } = await ask(colours);
  await say("U0BEN", "<@U0BOT> hello");
  expect(await reads("U0BEN", conversationId)).toBe(true);
  expect(await findReadable(room.ground.database, await personOf("U0BEN"), itemId)).not.toBeNull();
  await room.fake.makePrivate("C0P", "U0ANA");
  // The note was lost.
  await room.rows.query("update junior_conversations set visibility = 'public'");
  await room.rows.query("update junior_review_items set visibility = 'public'");
  const text = order === "message" ? "the salary is 42" : "<@U0BOT> the salary is 42";
  await room.fake.say({
    user: "U0ANA",
    channel: "C0P",
    text,
    threadTs: ts,
    order: order === "message" ? "message-first" : "mention-first",
  });
  expect(await messages()).toContainEqual(expect.objectContaining({ text: expect.stringContaining("salary"), visibility: "private" }));
  expect(await reads("U0BEN", conversationId)).toBe(false);
  expect(await findReadable(room.ground.database, await personOf("U0BEN"), itemId)).toBeNull();
  expect(await reads("U0ANA", conversationId)).toBe(true);
  const later = await put(conversationId, ana, colours);
  expect(await findReadable(room.ground.database, await personOf("U0ANA"), later)).not.toBeNull();
});

test("a channel that is made private closes all that was said there, and no other", async () => {
  room.fake.addChannel({ id: "C0Q", name: "other", kind: "public", members: ["U0BOT", "U0ANA", "U0BEN"] });
  await say("U0ANA", "<@U0BOT> one");
  await say("U0ANA", "<@U0BOT> two");
  await say("U0ANA", "<@U0BOT> elsewhere", undefined, "C0Q");
  expect(await room.fake.makePrivate("C0P", "U0ANA")).toEqual([200]);
  expect((await messages()).map(({ text, visibility }) => [text, visibility])).toEqual([
    ["one", "private"],
    ["two", "private"],
    ["elsewhere", "public"],
  ]);
  await say("U0ANA", "<@U0BOT> three");
  expect((await messages()).at(-1)).toMatchObject({ text: "three", visibility: "private" });
});

test("new words for an old message close its thread too", async () => {
  const { ts } = await say("U0ANA", "<@U0BOT> one");
  await room.fake.makePrivate("C0P", "U0ANA");
  await room.rows.query("update junior_conversations set visibility = 'public'");
  await room.fake.edit({ user: "U0ANA", channel: "C0P", ts, text: "<@U0BOT> the salary is 42" });
  expect(await messages()).toMatchObject([{ visibility: "private" }]);
});

test("a channel that is made public does not publish what was said in private", async () => {
  const { ts } = await say("U0ANA", "<@U0BOT> one", undefined, "C0S");
  room.fake.addChannel({ id: "C0S", name: "secret", kind: "public", members: ["U0BOT", "U0ANA", "U0BEN"] });
  await say("U0ANA", "two", ts, "C0S");
  expect(await messages()).toMatchObject([{ visibility: "private" }, { text: "two", visibility: "private" }]);
});

test("who leaves a private channel reads nothing there any more, and deletes nothing", async () => {
  const { ts } = await say("U0ANA", "<@U0BOT> one", undefined, "C0S");
  await say("U0BEN", "me too", ts, "C0S");
  const id = await conversationOf("one");
  expect(await reads("U0BEN", id)).toBe(true);
  expect(await room.fake.leave("C0S", "U0BEN")).toEqual([200]);
  await say("U0ANA", "now the salary", ts, "C0S");
  expect([await reads("U0BEN", id), await reads("U0ANA", id)]).toEqual([false, true]);
  expect(await findPurgeFacts(room.ground.database, id, (await personOf("U0BEN")).userId)).toMatchObject({ takesPart: false });
});

test("who left is back when they speak there again, not by what comes late, nor by an answer from elsewhere", async () => {
  const { ts } = await say("U0ANA", "<@U0BOT> one", undefined, "C0S");
  await say("U0BEN", "me too", ts, "C0S");
  const id = await conversationOf("one");
  const ben = await personOf("U0BEN");
  const itemId = await put(id, { user_id: ben.userId, id: ben.identityId }, colours);
  // Said before ben leaves, told after.
  room.fake.retryDelaysMs = [];
  await room.fake.say({ user: "U0BEN", channel: "C0S", text: "late", threadTs: ts, lostAttempts: 1 });
  const late = room.fake.attempts().findLast(({ type }) => type === "message");
  await room.fake.leave("C0S", "U0BEN");
  expect(await room.fake.sendEvent(late?.envelope ?? {}, { retryNum: 1 })).toMatchObject({ status: 200 });
  expect((await messages()).map(({ text }) => text)).toContain("late");
  expect((await answer("U0BEN", itemId)).outcome).toBe("closed");
  expect(await reads("U0BEN", id)).toBe(false);
  room.fake.addChannel({ id: "C0S", name: "secret", kind: "private", members: ["U0BOT", "U0ANA", "U0BEN"] });
  await say("U0BEN", "hello again", ts, "C0S");
  expect(await reads("U0BEN", id)).toBe(true);
});

test("who speaks under a post of Junior's in another channel does not read what led to it", async () => {
  await say("U0ANA", "<@U0BOT> one", undefined, "C0S");
  const id = await conversationOf("one");
  const { ts: post } = await say("U0XBOT", "posted there");
  await room.rows.query(
    `insert into junior_deliveries (id, conversation_id, kind, message_id, surface, tenant, channel, posted_channel, posted_id, posted_version)
     select gen_random_uuid(), conversation_id, 'reply', id, 'slack', 'T0A', 'C0P', 'C0P', $1, 1 from junior_messages`,
    [post],
  );
  await say("U0BEN", "what is this?", post);
  expect(await conversationOf("what is this?")).toBe(id);
  expect([await reads("U0BEN", id), await reads("U0ANA", id)]).toEqual([false, true]);
});
