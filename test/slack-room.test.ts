import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { mergeHands } from "../packages/junior/src/app/merge-hands.ts";
import { systemClock } from "../packages/junior/src/base/clock.ts";
import { lockConversation } from "../packages/junior/src/conversations/conversation-store.ts";
import { openPoster } from "../packages/junior/src/conversations/poster.ts";
import type { Transaction } from "../packages/junior/src/db/database.ts";
import { lockKey } from "../packages/junior/src/desk/item-store.ts";
import { openSlack } from "../packages/junior/src/slack/open-slack.ts";
import { colours, quiet, useSlackRoom } from "./use-slack-room.ts";

const { room, messages, ask, put, updated, told, item } = useSlackRoom();

test.each(["message-first", "mention-first"] as const)("a mention is one waiting row in a public Conversation, twins %s", async (order) => {
  const { ts, statuses } = await room.fake.say({ user: "U0ANA", channel: "C0P", text: "<@U0BOT> paint & <@U0BEN>", order });
  expect(statuses).toEqual([200, 200]);
  expect(await messages()).toMatchObject([
    {
      text: "paint & <@U0BEN>",
      title: "paint & <@U0BEN>",
      state: "waiting",
      visibility: "public",
      name: "ana",
      full_member: true,
      external_key: `slack:T0A:C0P:${ts}`,
    },
  ]);
});

test("each twin alone is enough, and a private channel stays private", async () => {
  await room.fake.say({ user: "U0ANA", channel: "C0S", text: "one <@U0BOT>", only: "app_mention" });
  await room.fake.say({ user: "U0BEN", channel: "C0S", text: "two <@U0BOT>", only: "message" });
  expect(await messages()).toMatchObject([
    { text: "one <@U0BOT>", visibility: "private" },
    { text: "two <@U0BOT>", visibility: "private" },
  ]);
});

test("a thread that Junior is in is heard, other talk is not", async () => {
  const { ts } = await room.fake.say({ user: "U0ANA", channel: "C0P", text: "<@U0BOT> hi" });
  await room.fake.say({ user: "U0BEN", channel: "C0P", text: "just us" });
  await room.fake.say({ user: "U0BEN", channel: "C0P", text: "me too", threadTs: ts });
  await room.fake.say({ user: "U0XBOT", channel: "C0P", text: "<@U0BOT> beep", threadTs: ts });
  await room.fake.say({ user: "U0EVE", channel: "C0P", text: "<@U0BOT> let me in", threadTs: ts });
  await room.fake.say({ user: "U0ANA", channel: "D0ANA", text: "psst" });
  const stored = await messages();
  expect(stored).toMatchObject([
    { text: "hi", state: "waiting" },
    { text: "me too", state: "undecided" },
    { text: "let me in", state: "seen", handle: "eve" },
    { text: "psst", state: "waiting", visibility: "private" },
  ]);
  expect(stored[1]?.conversation_id).toBe(stored[0]?.conversation_id);
});

test("a bot whose events do not say that it is one starts nothing and is heard nowhere", async () => {
  const { ts } = await room.fake.say({ user: "U0ANA", channel: "C0P", text: "<@U0BOT> hi" });
  const beep = { type: "app_mention", user: "U0XBOT", team: "T0A", channel: "C0P", text: "<@U0BOT> beep" };
  for (const place of [{ ts: "1796000000.000100" }, { ts: "1796000000.000200", thread_ts: ts }])
    expect(await room.fake.sendEvent({ type: "event_callback", team_id: "T0A", event: { ...beep, ...place } })).toMatchObject({
      status: 200,
    });
  expect((await messages()).map(({ text }) => text)).toEqual(["hi"]);
});

test("an event that we do not know is answered 200 at once", async () => {
  expect(
    await room.fake.sendEvent({ event: { type: "reaction_added", user: "U0ANA", item: { channel: "C0P", ts: "1.1" } } }),
  ).toMatchObject({ status: 200 });
  expect(await room.fake.sendEvent({ event: { type: "team_join", user: { id: "U0NEW" } } })).toMatchObject({ status: 200 });
  expect(await messages()).toEqual([]);
});

test("somebody whom Slack does not tell of in time is met again later", async () => {
  room.fake.failNext({ method: "users.info", times: 2, how: { error: "internal_error" } });
  const { ts } = await room.fake.say({ user: "U0ANA", channel: "C0P", text: "<@U0BOT> hi", only: "message" });
  expect(await messages()).toMatchObject([{ name: "U0ANA", full_member: false }]);
  await room.fake.say({ user: "U0ANA", channel: "C0P", text: "again", threadTs: ts });
  await expect.poll(async () => (await messages())[0]).toMatchObject({ name: "ana", full_member: true });
});

test("somebody of whom neither the message nor Slack tells is nobody of ours, until Slack tells", async () => {
  const mention = (user: string, team?: string) =>
    room.fake.sendEvent({ event: { type: "app_mention", user, team, channel: "C0P", ts: "1796000000.000100", text: "<@U0BOT> hi" } });
  room.fake.failNext({ method: "users.info", times: 3, how: { status: 500 } });
  expect(await mention("U0EVE")).toMatchObject({ status: 503 });
  expect(await mention("U0EVE", "T0OTHER")).toMatchObject({ status: 200 });
  expect(await mention("U0BEN")).toMatchObject({ status: 503 });
  expect(await messages()).toEqual([]);
  expect(await mention("U0BEN", "T0A")).toMatchObject({ status: 200 });
  expect(await mention("U0EVE")).toMatchObject({ status: 200 });
  expect(await mention("U0NOBODY")).toMatchObject({ status: 200 });
  await expect.poll(messages).toMatchObject([{ handle: "ben" }]);
});

test("an assignee's click closes, and the card shows it without controls", async () => {
  const { ts, card, conversationId } = await ask(colours);
  expect(card.threadTs).toBe(ts);
  expect(await room.fake.click({ user: "U0ANA", channel: "C0P", messageTs: card.ts, text: "Blue" })).toEqual({ status: 200, body: "" });
  expect(await item()).toMatchObject({ closed_how: "answered", answer: { response: { answers: { colour: "blue" } } } });
  expect((await messages()).at(-1)).toMatchObject({
    conversation_id: conversationId,
    state: "waiting",
    text: 'Answer to "Colour" (version 1): Colour → Blue',
  });
  room.poster.wake();
  await updated(ts, "✔ Blue, <@U0ANA>");
  expect(JSON.stringify(room.fake.messages("C0P", ts).at(-1)?.blocks)).not.toContain("button");
});

test.each(["U0BEN", "U0EVE"])("%s may not answer what ana is asked", async (user) => {
  const { card } = await ask(colours);
  expect(await room.fake.click({ user, channel: "C0P", messageTs: card.ts, text: "Blue" })).toMatchObject({ status: 200 });
  await told(user, "Only <@U0ANA> can answer this.");
  expect(await item()).toMatchObject({ closed_how: null });
});

test("the second of two clicks reads what was chosen", async () => {
  const { card } = await ask(colours);
  await Promise.all(["Blue", "Red"].map((text) => room.fake.click({ user: "U0ANA", channel: "C0P", messageTs: card.ts, text })));
  await told("U0ANA", "Already answered: <@U0ANA> chose '");
  expect(await room.rows.query("select * from junior_messages where external_key like 'item:%'")).toHaveLength(1);
});

test("a form sends everything entered; a missing answer is named", async () => {
  const questions = [
    { id: "where", label: "Where", input: { kind: "multiple-choice", options: ["EU", "US"] } },
    { id: "note", label: "Note", required: false, input: { kind: "text" } },
  ];
  const { card, itemId } = await ask({ kind: "decision", questions });
  await room.fake.click({ user: "U0ANA", channel: "C0P", messageTs: card.ts, text: "Send" });
  await told("U0ANA", 'Not recorded: "Where" is required');
  await room.fake.click({
    user: "U0ANA",
    channel: "C0P",
    messageTs: card.ts,
    text: "Send",
    values: { [`question:${itemId}:1:0`]: ["0", "1"], [`question:${itemId}:1:1`]: "soon" },
  });
  expect(await item()).toMatchObject({ answer: { response: { answers: { where: ["eu", "us"], note: "soon" } } } });
});

test("a click on an older version records nothing and draws the new one", async () => {
  const { ts, card, conversationId, ana } = await ask(colours);
  await room.poster.close();
  await put(conversationId, ana, {
    kind: "decision",
    questions: [{ id: "colour", label: "Colour", input: { kind: "single-choice", options: ["Green", "Red"] } }],
  });
  await room.fake.click({ user: "U0ANA", channel: "C0P", messageTs: card.ts, text: "Blue" });
  await told("U0ANA", "The question changed while you were reading.");
  expect(await item()).toMatchObject({ closed_how: null, revision: 2 });
  room.poster = await openPoster({ database: room.ground.database, queue: room.queue, deliverers: [room.slack.deliverer], log: quiet });
  await updated(ts, "Green");
});

test("a click without a database is answered in time and said to be lost", async () => {
  const { card } = await ask(colours);
  await room.rows.query("alter table junior_review_items rename to away");
  const answer = await room.fake.click({ user: "U0ANA", channel: "C0P", messageTs: card.ts, text: "Blue" });
  await room.rows.query("alter table away rename to junior_review_items");
  expect(answer).toMatchObject({ status: 200 });
  await told("U0ANA", "Not recorded: Junior cannot reach its database.");
  expect(await item()).toMatchObject({ closed_how: null });
});

test("a click that waits for locks is answered before Slack gives up, and then really not recorded", async () => {
  const { card, conversationId } = await ask(colours);
  const hold = (take: (transaction: Transaction) => Promise<unknown>, ms: number) =>
    room.ground.database.transaction().execute(async (transaction) => {
      await take(transaction);
      await pause(ms);
    });
  const conversation = hold((transaction) => lockConversation(transaction, conversationId), 1_600);
  await pause(100);
  const clicking = room.fake.click({ user: "U0ANA", channel: "C0P", messageTs: card.ts, text: "Blue" });
  await pause(1_300);
  const key = hold((transaction) => lockKey(transaction, `conversation:${conversationId}:colour`), 1_700);
  expect(await clicking).toMatchObject({ status: 200 });
  await told("U0ANA", "Not recorded");
  await Promise.all([conversation, key]);
  await pause(500);
  expect(await item()).toMatchObject({ closed_how: null });
});

test("an event without a database is answered so that Slack comes again, and is then stored once", async () => {
  room.fake.retryDelaysMs = [600, 600, 600];
  await room.rows.query("alter table junior_conversations rename to away");
  const { statuses } = await room.fake.say({ user: "U0ANA", channel: "C0P", text: "<@U0BOT> hi" });
  await room.rows.query("alter table away rename to junior_conversations");
  expect(statuses).toEqual([503, 503]);
  await expect.poll(messages, { timeout: 5_000 }).toMatchObject([{ text: "hi" }]);
  await room.fake.waitFor(
    () =>
      room.fake
        .attempts()
        .filter((attempt) => attempt.type !== "message" || attempt.subtype === undefined)
        .filter((attempt) => attempt.status === 200).length >= 2,
    "both retries",
  );
  expect(await messages()).toHaveLength(1);
});

test("a reply under one of our posts belongs to its Conversation", async () => {
  const { conversationId, card } = await ask(colours);
  await expect.poll(() => room.rows.query("select posted_id from junior_deliveries")).toEqual([{ posted_id: card.ts }]);
  await room.fake.sendEvent({
    event: {
      type: "message",
      channel: "C0P",
      channel_type: "channel",
      user: "U0BEN",
      team: "T0A",
      text: "blue please",
      ts: "1796000000.000200",
      thread_ts: card.ts,
    },
  });
  expect((await messages()).at(-1)).toMatchObject({ text: "blue please", conversation_id: conversationId, state: "undecided" });
});

test("what Slack signed more than five minutes ago, by Junior's clock, is refused and not stored", async () => {
  room.fake.retries = false;
  const mention = { user: "U0ANA", channel: "C0P", text: "<@U0BOT> late" };
  room.clock.advance(299_000);
  expect((await room.fake.say(mention)).statuses).toEqual([200, 200]);
  room.clock.advance(3_000);
  expect((await room.fake.say(mention)).statuses).toEqual([401, 401]);
  room.clock.advance(-605_000);
  expect((await room.fake.say(mention)).statuses).toEqual([401, 401]);
  expect(await messages()).toHaveLength(1);
});

test("controls that nobody knows are acknowledged", async () => {
  const payload = {
    type: "block_actions",
    team: { id: "T0A" },
    user: { id: "U0ANA", team_id: "T0A" },
    api_app_id: "A0A",
    container: { type: "message" },
    actions: [{ type: "button", action_id: "old", block_id: "b" }],
  };
  for (const change of [
    {},
    { actions: [{ type: "button", action_id: "answer:x" }] },
    { type: "view_submission", view: { callback_id: "x" }, actions: undefined },
  ]) {
    const body = new URLSearchParams({ payload: JSON.stringify({ ...payload, ...change }) }).toString();
    expect(await room.fake.sendRaw(body, { contentType: "application/x-www-form-urlencoded" })).toMatchObject({ status: 200 });
  }
});

test("a refused token stops the start; without Slack it goes on and connects later", async () => {
  const options = {
    ...room.fake,
    database: room.ground.database,
    queue: room.queue,
    log: quiet,
    clock: systemClock,
    mergeHands: mergeHands(room.queue),
  };
  await expect(openSlack({ ...options, botToken: "xoxb-wrong" })).rejects.toThrow("Slack does not accept SLACK_BOT_TOKEN (invalid_auth)");
  room.fake.failNext({ method: "auth.test", how: "drop-before" });
  const late = await openSlack(options);
  expect(late.connected()).toBe(false);
  await expect.poll(late.connected, { timeout: 5_000 }).toBe(true);
  expect(late.team()).toMatchObject({ teamId: "T0A", appId: "A0A" });
  await late.close();
});
