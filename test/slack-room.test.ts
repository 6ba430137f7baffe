import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../packages/junior/src/base/clock.ts";
import { openPoster, type Poster } from "../packages/junior/src/conversations/poster.ts";
import { addDelivery } from "../packages/junior/src/conversations/delivery-store.ts";
import { findConversation, locationOf, lockConversation } from "../packages/junior/src/conversations/conversation-store.ts";
import { openDatabase, type OpenDatabase, type Transaction } from "../packages/junior/src/db/database.ts";
import { addItem, type NewItem } from "../packages/junior/src/desk/add-item.ts";
import { lockKey } from "../packages/junior/src/desk/item-store.ts";
import { parseRequest } from "../packages/junior/src/desk/request.ts";
import { openQueue, type Queue } from "../packages/junior/src/queue/queue.ts";
import { openSlack, type Slack } from "../packages/junior/src/slack/open-slack.ts";
import { createDatabase, type TestDatabase } from "./database.ts";
import type { FakeSlack } from "./fakes/slack/fake-slack.ts";
import { startFakeSlack } from "./fakes/slack/start-fake-slack.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
let rows: TestDatabase, ground: OpenDatabase, queue: Queue, fake: FakeSlack, slack: Slack, poster: Poster;
let server: ReturnType<typeof createServer>;

beforeEach(async () => {
  rows = await createDatabase();
  ground = openDatabase({ connectionString: rows.connectionString, role: "all" });
  queue = await openQueue({ connectionString: rows.connectionString, log: quiet, maintain: false });
  fake = await startFakeSlack();
  fake.addUser({ id: "U0ANA", name: "ana", tz: "Europe/Zurich" });
  fake.addUser({ id: "U0BEN", name: "ben" });
  fake.addUser({ id: "U0EVE", name: "eve", isStranger: true });
  fake.addUser({ id: "U0XBOT", name: "xbot", isBot: true });
  fake.addChannel({ id: "C0P", name: "ops", kind: "public", members: ["U0BOT", "U0ANA", "U0BEN", "U0EVE", "U0XBOT"] });
  fake.addChannel({ id: "C0S", name: "secret", kind: "private", members: ["U0BOT", "U0ANA", "U0BEN"] });
  fake.addChannel({ id: "D0ANA", name: "dm", kind: "im", members: ["U0BOT", "U0ANA"] });
  slack = await openSlack({ ...fake, publicUrl: "https://junior.example", database: ground.database, queue, log: quiet, clock: systemClock });
  server = createServer((request, response) => slack.requestListener(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  fake.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`);
  poster = await openPoster({ database: ground.database, queue, deliverers: [slack.deliverer], log: quiet });
});

afterEach(async () => {
  await poster.close();
  await new Promise((resolve) => server.close(resolve));
  await slack.close();
  await queue.close();
  await fake.close();
  await ground.close();
  await rows.close();
});

type MessageRow = { conversation_id: string; text: string; state: string; visibility: string; title: string; name: string; handle: string; full_member: boolean; external_key: string };
const messages = () =>
  rows.query<MessageRow>(`select m.*, c.visibility, c.title, u.name, i.handle, i.full_member from junior_messages m join junior_conversations c on c.id = m.conversation_id
    join junior_identities i on i.id = m.author_identity_id join junior_users u on u.id = i.user_id order by m.created_at`);

/** A question to ana in the thread that her mention opened. */
async function ask(request: unknown, change: Partial<NewItem> = {}) {
  const { ts } = await fake.say({ user: "U0ANA", channel: "C0P", text: "<@U0BOT> paint it" });
  const [message] = await messages();
  const [ana] = await rows.query<{ user_id: string; id: string }>("select user_id, id from junior_identities where subject = 'U0ANA'");
  if (!message || !ana) throw new Error("nothing was stored");
  const { conversation_id: conversationId } = message;
  const itemId = await put(conversationId, ana, request, change);
  const card = await posted(ts);
  return { ts, itemId, card, conversationId, ana };
}

async function put(conversationId: string, ana: { user_id: string; id: string }, request: unknown, change: Partial<NewItem> = {}) {
  const parsed = parseRequest(request);
  if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
  const added = await ground.database.transaction().execute(async (transaction) => {
    await lockConversation(transaction, conversationId);
    return addItem(transaction, queue, {
      conversationId, rootConversationId: conversationId, turnId: null, turnTreeId: null, actorIdentityId: ana.id, askedByUserId: ana.user_id, kind: "action",
      title: "Colour", ask: "Pick one.", body: null, link: null, request: parsed.request, assignees: [{ userId: ana.user_id, because: "you started this" }], dedupeKey: "colour", ...change,
    });
  });
  poster.wake();
  return added.id;
}

const posted = (ts: string) => fake.waitFor(() => fake.messages("C0P", ts).find((message) => message.user === "U0BOT" && message.metadata), "a post of ours");
const updated = (ts: string, text: string) => fake.waitFor(() => fake.messages("C0P", ts).some((message) => JSON.stringify(message.blocks ?? message.text).includes(text)), `a card with ${text}`);
const told = (user: string, text: string) => fake.waitFor(() => fake.ephemerals(user).some((line) => line.text.includes(text)), `${user} told ${text}`);
const item = async () => (await rows.query<{ closed_how: string | null; answer: unknown; revision: number }>("select * from junior_review_items"))[0];
const colours = { kind: "decision", questions: [{ id: "colour", label: "Colour", input: { kind: "single-choice", options: ["Blue", "Red"] } }] };

test.each(["message-first", "mention-first"] as const)("a mention is one waiting row in a public Conversation, twins %s", async (order) => {
  const { ts, statuses } = await fake.say({ user: "U0ANA", channel: "C0P", text: "<@U0BOT> paint & <@U0BEN>", order });
  expect(statuses).toEqual([200, 200]);
  expect(await messages()).toMatchObject([
    { text: "paint & <@U0BEN>", title: "paint & <@U0BEN>", state: "waiting", visibility: "public", name: "ana", full_member: true, external_key: `slack:T0A:C0P:${ts}` },
  ]);
});

test("each twin alone is enough, and a private channel stays private", async () => {
  await fake.say({ user: "U0ANA", channel: "C0S", text: "one <@U0BOT>", only: "app_mention" });
  await fake.say({ user: "U0BEN", channel: "C0S", text: "two <@U0BOT>", only: "message" });
  expect(await messages()).toMatchObject([{ text: "one <@U0BOT>", visibility: "private" }, { text: "two <@U0BOT>", visibility: "private" }]);
});

test("a thread that Junior is in is heard, other talk is not", async () => {
  const { ts } = await fake.say({ user: "U0ANA", channel: "C0P", text: "<@U0BOT> hi" });
  await fake.say({ user: "U0BEN", channel: "C0P", text: "just us" });
  await fake.say({ user: "U0BEN", channel: "C0P", text: "me too", threadTs: ts });
  await fake.say({ user: "U0XBOT", channel: "C0P", text: "<@U0BOT> beep", threadTs: ts });
  await fake.say({ user: "U0EVE", channel: "C0P", text: "<@U0BOT> let me in", threadTs: ts });
  await fake.say({ user: "U0ANA", channel: "D0ANA", text: "psst" });
  const stored = await messages();
  expect(stored).toMatchObject([{ text: "hi", state: "waiting" }, { text: "me too", state: "undecided" }, { text: "psst", state: "waiting", visibility: "private" }]);
  expect(stored[1]?.conversation_id).toBe(stored[0]?.conversation_id);
});

test("an event that we do not know is answered 200 at once", async () => {
  const started = Date.now();
  expect(await fake.sendEvent({ event: { type: "reaction_added", user: "U0ANA", item: { channel: "C0P", ts: "1.1" } } })).toMatchObject({ status: 200 });
  expect(await fake.sendEvent({ event: { type: "team_join", user: { id: "U0NEW" } } })).toMatchObject({ status: 200 });
  expect(Date.now() - started).toBeLessThan(1_000);
  expect(await messages()).toEqual([]);
});

test("somebody whom Slack does not tell of in time is met again later", async () => {
  fake.failNext({ method: "users.info", times: 2, how: { error: "internal_error" } });
  const { ts } = await fake.say({ user: "U0ANA", channel: "C0P", text: "<@U0BOT> hi", only: "message" });
  expect(await messages()).toMatchObject([{ name: "U0ANA", full_member: false }]);
  await fake.say({ user: "U0ANA", channel: "C0P", text: "again", threadTs: ts });
  await expect.poll(async () => (await messages())[0]).toMatchObject({ name: "ana", full_member: true });
});

test("an assignee's click closes, and the card shows it without controls", async () => {
  const { ts, card, conversationId } = await ask(colours);
  expect(card.threadTs).toBe(ts);
  expect(await fake.click({ user: "U0ANA", channel: "C0P", messageTs: card.ts, text: "Blue" })).toEqual({ status: 200, body: "" });
  expect(await item()).toMatchObject({ closed_how: "answered", answer: { response: { answers: { colour: "blue" } } } });
  expect((await messages()).at(-1)).toMatchObject({ conversation_id: conversationId, state: "waiting", text: 'Answer to "Colour" (version 1): Colour → Blue' });
  poster.wake();
  await updated(ts, "✔ Blue, <@U0ANA>");
  expect(JSON.stringify(fake.messages("C0P", ts).at(-1)?.blocks)).not.toContain("button");
});

test.each(["U0BEN", "U0EVE"])("%s may not answer what ana is asked", async (user) => {
  const { card } = await ask(colours);
  expect(await fake.click({ user, channel: "C0P", messageTs: card.ts, text: "Blue" })).toMatchObject({ status: 200 });
  await told(user, "Only <@U0ANA> can answer this.");
  expect(await item()).toMatchObject({ closed_how: null });
});

test("the second of two clicks reads what was chosen", async () => {
  const { card } = await ask(colours);
  await Promise.all(["Blue", "Red"].map((text) => fake.click({ user: "U0ANA", channel: "C0P", messageTs: card.ts, text })));
  await told("U0ANA", "Already answered: <@U0ANA> chose '");
  expect(await rows.query("select * from junior_messages where external_key like 'item:%'")).toHaveLength(1);
});

test("a form sends everything entered; a missing answer is named", async () => {
  const questions = [
    { id: "where", label: "Where", input: { kind: "multiple-choice", options: ["EU", "US"] } },
    { id: "note", label: "Note", required: false, input: { kind: "text" } },
  ];
  const { card, itemId } = await ask({ kind: "decision", questions });
  await fake.click({ user: "U0ANA", channel: "C0P", messageTs: card.ts, text: "Send" });
  await told("U0ANA", 'Not recorded: "Where" is required');
  await fake.click({ user: "U0ANA", channel: "C0P", messageTs: card.ts, text: "Send", values: { [`question:${itemId}:1:0`]: ["0", "1"], [`question:${itemId}:1:1`]: "soon" } });
  expect(await item()).toMatchObject({ answer: { response: { answers: { where: ["eu", "us"], note: "soon" } } } });
});

test("a click on an older version records nothing and draws the new one", async () => {
  const { ts, card, conversationId, ana } = await ask(colours);
  await poster.close();
  await put(conversationId, ana, { kind: "decision", questions: [{ id: "colour", label: "Colour", input: { kind: "single-choice", options: ["Green", "Red"] } }] });
  await fake.click({ user: "U0ANA", channel: "C0P", messageTs: card.ts, text: "Blue" });
  await told("U0ANA", "The question changed while you were reading.");
  expect(await item()).toMatchObject({ closed_how: null, revision: 2 });
  poster = await openPoster({ database: ground.database, queue, deliverers: [slack.deliverer], log: quiet });
  await updated(ts, "Green");
});

test("a click without a database is answered in time and said to be lost", async () => {
  const { card } = await ask(colours);
  await rows.query("alter table junior_review_items rename to away");
  const answer = await fake.click({ user: "U0ANA", channel: "C0P", messageTs: card.ts, text: "Blue" });
  await rows.query("alter table away rename to junior_review_items");
  expect(answer).toMatchObject({ status: 200 });
  await told("U0ANA", "Not recorded: Junior cannot reach its database.");
  expect(await item()).toMatchObject({ closed_how: null });
});

test("a click that waits for locks is answered before Slack gives up, and then really not recorded", async () => {
  const { card, conversationId } = await ask(colours);
  const hold = (take: (transaction: Transaction) => Promise<unknown>, ms: number) =>
    ground.database.transaction().execute(async (transaction) => {
      await take(transaction);
      await pause(ms);
    });
  const conversation = hold((transaction) => lockConversation(transaction, conversationId), 1_600);
  await pause(100);
  const started = Date.now();
  const clicking = fake.click({ user: "U0ANA", channel: "C0P", messageTs: card.ts, text: "Blue" });
  await pause(1_300);
  const key = hold((transaction) => lockKey(transaction, `conversation:${conversationId}:colour`), 1_700);
  expect(await clicking).toMatchObject({ status: 200 });
  expect(Date.now() - started).toBeLessThan(2_900);
  await told("U0ANA", "Not recorded");
  await Promise.all([conversation, key]);
  await pause(500);
  expect(await item()).toMatchObject({ closed_how: null });
});

test("an event without a database is answered so that Slack comes again, and is then stored once", async () => {
  fake.retryDelaysMs = [600, 600, 600];
  await rows.query("alter table junior_conversations rename to away");
  const { statuses } = await fake.say({ user: "U0ANA", channel: "C0P", text: "<@U0BOT> hi" });
  await rows.query("alter table away rename to junior_conversations");
  expect(statuses).toEqual([503, 503]);
  await expect.poll(messages, { timeout: 5_000 }).toMatchObject([{ text: "hi" }]);
  await fake.waitFor(() => fake.attempts().filter((attempt) => attempt.type !== "message" || attempt.subtype === undefined).filter((attempt) => attempt.status === 200).length >= 2, "both retries");
  expect(await messages()).toHaveLength(1);
});

test("a post whose answer was lost is taken over, not posted twice", async () => {
  fake.failNext({ method: "chat.postMessage", how: "drop-after" });
  const { ts, card } = await ask(colours);
  await expect.poll(() => rows.query("select posted_id from junior_deliveries"), { timeout: 5_000 }).toEqual([{ posted_id: card.ts }]);
  expect(fake.messages("C0P", ts).filter((message) => message.user === "U0BOT")).toHaveLength(1);
});

test("Slack refuses the blocks: the question stands in plain words", async () => {
  fake.failNext({ method: "chat.postMessage", how: { error: "invalid_blocks" } });
  const { card } = await ask(colours);
  expect(card.text).toContain("• Blue\n• Red");
  expect(card.blocks).toBeUndefined();
});

test("a post that left its thread is taken away and set aside", async () => {
  const { ts } = await fake.say({ user: "U0ANA", channel: "C0P", text: "<@U0BOT> paint it" });
  await fake.remove({ user: "U0ANA", channel: "C0P", ts });
  const [message] = await messages();
  const [ana] = await rows.query<{ user_id: string; id: string }>("select user_id, id from junior_identities where subject = 'U0ANA'");
  if (!message || !ana) throw new Error("nothing was stored");
  await put(message.conversation_id, ana, colours);
  await expect.poll(() => rows.query("select parked_code from junior_deliveries"), { timeout: 5_000 }).toEqual([{ parked_code: "thread-gone" }]);
  expect(fake.messages("C0P").filter(({ user }) => user === "U0BOT")).toEqual([]);
});

test.each([
  [{ rateLimit: 1 }, null],
  [{ error: "is_archived" }, "is_archived"],
])("%o on a post", async (how, code) => {
  fake.failNext({ method: "chat.postMessage", how });
  const { ts } = await fake.say({ user: "U0ANA", channel: "C0P", text: "<@U0BOT> paint it" });
  const [message] = await messages();
  const [ana] = await rows.query<{ user_id: string; id: string }>("select user_id, id from junior_identities where subject = 'U0ANA'");
  if (!message || !ana) throw new Error("nothing was stored");
  await put(message.conversation_id, ana, colours);
  if (code === null) await posted(ts);
  await expect.poll(() => rows.query("select parked_code from junior_deliveries"), { timeout: 5_000 }).toEqual([{ parked_code: code }]);
});

test("a long reply becomes several posts in order, each once", async () => {
  const { ts } = await fake.say({ user: "U0ANA", channel: "C0P", text: "<@U0BOT> tell" });
  const [message] = await messages();
  const conversation = message && (await findConversation(ground.database, message.conversation_id));
  const place = conversation && locationOf(conversation);
  if (!message || !place) throw new Error("nothing was stored");
  const text = `${"a".repeat(9_000)}\n\n${"b".repeat(9_000)}\n\n<!channel> done`;
  const messageId = "0193a5a0-0000-7000-8000-000000000009";
  await rows.query("insert into junior_messages (id, conversation_id, sequence, source, author_kind, state, text) values ($1, $2, 99, 'slack', 'junior', 'done', $3)", [messageId, message.conversation_id, text]);
  fake.failNext({ method: "chat.postMessage", how: "drop-after" });
  await ground.database.transaction().execute((transaction) => addDelivery(transaction, queue, { kind: "reply", messageId, conversationId: message.conversation_id, place }));
  poster.wake();
  await expect.poll(() => rows.query("select posted_version from junior_deliveries"), { timeout: 5_000 }).toEqual([{ posted_version: 1 }]);
  const posts = fake.messages("C0P", ts).filter((one) => one.user === "U0BOT");
  expect(posts).toHaveLength(2);
  expect(posts.map((one) => one.text[0])).toEqual(["a", "b"]);
  expect(JSON.stringify(posts)).not.toContain("<!channel>");
});

test("a reply under one of our posts belongs to its Conversation", async () => {
  const { conversationId, card } = await ask(colours);
  await expect.poll(() => rows.query("select posted_id from junior_deliveries")).toEqual([{ posted_id: card.ts }]);
  await fake.sendEvent({ event: { type: "message", channel: "C0P", channel_type: "channel", user: "U0BEN", team: "T0A", text: "blue please", ts: "1796000000.000200", thread_ts: card.ts } });
  expect((await messages()).at(-1)).toMatchObject({ text: "blue please", conversation_id: conversationId, state: "undecided" });
});

test("controls that nobody knows are acknowledged", async () => {
  const payload = { type: "block_actions", team: { id: "T0A" }, user: { id: "U0ANA", team_id: "T0A" }, api_app_id: "A0A", container: { type: "message" }, actions: [{ type: "button", action_id: "old", block_id: "b" }] };
  const started = Date.now();
  for (const change of [{}, { actions: [{ type: "button", action_id: "answer:x" }] }, { type: "view_submission", view: { callback_id: "x" }, actions: undefined }]) {
    const body = new URLSearchParams({ payload: JSON.stringify({ ...payload, ...change }) }).toString();
    expect(await fake.sendRaw(body, { contentType: "application/x-www-form-urlencoded" })).toMatchObject({ status: 200 });
  }
  expect(Date.now() - started).toBeLessThan(1_000);
});

test("a refused token stops the start; without Slack it goes on and connects later", async () => {
  const options = { ...fake, database: ground.database, queue, log: quiet, clock: systemClock };
  await expect(openSlack({ ...options, botToken: "xoxb-wrong" })).rejects.toThrow("Slack does not accept SLACK_BOT_TOKEN (invalid_auth)");
  fake.failNext({ method: "auth.test", how: "drop-before" });
  const late = await openSlack(options);
  expect(late.connected()).toBe(false);
  await expect.poll(late.connected, { timeout: 5_000 }).toBe(true);
  expect(late.team()).toMatchObject({ teamId: "T0A", appId: "A0A" });
  await late.close();
});
