import { afterAll, beforeAll, expect, test } from "vitest";
import { type SlackWorld, channel, openSlackWorld } from "./slack-world.ts";
import { assertAllStopped } from "./start-junior.ts";
import { waitFor } from "./wait-for.ts";

/*
 * What other agents in Slack got wrong with what comes in, by the numbers of the collected cases. One Junior runs for all of them.
 */

let world: SlackWorld;
const shared = "C0SHARED";
const direct = "D0ANA";

beforeAll(async () => {
  world = await openSlackWorld();
  const { slack } = world;
  slack.addUser({ id: "U0CAI", name: "cai", isRestricted: true });
  slack.addUser({ id: "U0OUT", name: "outsider", isStranger: true });
  slack.addUser({ id: "U0XBOT", name: "xbot", isBot: true });
  slack.addChannel({
    id: shared,
    name: "with-them",
    kind: "public",
    members: [slack.botUserId, "U0ANA", "U0BEN", "U0CAI", "U0OUT", "U0XBOT"],
  });
  slack.addChannel({ id: direct, name: "dm", kind: "im", members: [slack.botUserId, "U0ANA"] });
  slack.addChannel({ id: "G0GROUP", name: "mpdm", kind: "mpim", members: [slack.botUserId, "U0ANA", "U0BEN"] });
});
afterAll(async () => {
  await world.close();
  await assertAllStopped();
});

const bot = () => `<@${world.slack.botUserId}>`;
const say = (user: string, text: string, more: Partial<Parameters<SlackWorld["slack"]["say"]>[0]> = {}) =>
  world.slack.say({ user, channel, text, ...more });
type Row = { text: string; state: string; author_kind: string; id: string; edited_at: Date | null; sequence: number };
const row = async (ts: string, suffix = ""): Promise<Row | undefined> =>
  (await world.database.query<Row>("select * from junior_messages where external_key like $1", [`slack:%:${ts}${suffix}`]))[0];
const rows = (ts: string) => world.database.query<Row>("select * from junior_messages where external_key like $1", [`slack:%:${ts}`]);
const inState = (ts: string, state: string) =>
  waitFor(
    `${ts} is ${state}`,
    () => row(ts),
    (found) => found?.state === state && found,
  );
const answersIn = (where: string, thread: string) =>
  world.slack.messages(where, thread).filter((message) => message.user === world.slack.botUserId);
const answer = (where: string, thread: string, text: string) =>
  waitFor(
    `"${text}" in ${where}`,
    () => answersIn(where, thread),
    (found) => found.find((message) => JSON.stringify(message).includes(text)),
  );
const promptAbout = (word: string) => JSON.stringify(world.model.requests().findLast(({ text }) => text.includes(word))?.messages ?? null);

test.each([
  ["message-first", channel],
  ["mention-first", channel],
  ["message-first", direct],
] as const)("C1: both copies, %s and 250 ms apart in %s, are one message and one reply", async (order, where) => {
  world.model.when(/once please/).says("Only once.");
  const { ts } = await say("U0ANA", `${bot()} once please`, { channel: where, order, twinGapMs: 250 });
  await answer(where, ts, "Only once.");
  expect(await rows(ts)).toHaveLength(1);
  expect(answersIn(where, ts)).toHaveLength(1);
});

test("C1: and so they are in a thread that Junior is in", async () => {
  world.model.when(/begin here/).says("Begun.");
  world.model.when(/then this/).says("Then that.");
  const root = await world.mention("begin here");
  await world.post(root, "Begun.");
  const { ts } = await say("U0ANA", `${bot()} then this`, { threadTs: root, order: "mention-first", twinGapMs: 250 });
  await world.post(root, "Then that.");
  expect(await rows(ts)).toHaveLength(1);
  expect(world.posts(root)).toHaveLength(2);
});

test("C2: a copy that was decided not to be for Junior does not keep the mention from being answered", async () => {
  world.model.when(/open the thread/).says("Open.");
  world.model.when(/the second copy says so/).says("Heard.");
  const root = await world.mention("open the thread");
  await world.post(root, "Open.");
  await say("U0BEN", "me too", { threadTs: root });
  const { ts } = await say("U0BEN", "the second copy says so", { threadTs: root });
  await inState(ts, "seen");
  const event = { type: "app_mention", user: "U0BEN", team: "T0A", channel, ts, thread_ts: root, text: "the second copy says so" };
  expect(await world.slack.sendEvent({ event })).toMatchObject({ status: 200 });
  await world.post(root, "Heard.");
  expect(await rows(ts)).toHaveLength(1);
});

test("C3: a repeat that is the only delivery is taken, one that comes later than all is not taken again", async () => {
  world.model.when(/lost at first/).says("Found.");
  const { ts } = await say("U0ANA", `${bot()} lost at first`, { lostAttempts: 1 });
  await world.post(ts, "Found.");
  for (const { envelope } of world.slack.attempts().filter((attempt) => attempt.ts === ts))
    expect(await world.slack.sendEvent(envelope, { retryNum: 3, retryReason: "http_timeout" })).toMatchObject({ status: 200 });
  expect(await rows(ts)).toMatchObject([{ state: "done" }]);
  expect(world.posts(ts)).toHaveLength(1);
});

test("C4: previews, counters and Junior's own updates are no messages; a real edit replaces the words and starts nothing", async () => {
  world.model.when(/look at/).says("Looked.");
  const root = await world.mention("look at https://a.example");
  const reply = await world.post(root, "Looked.");
  await world.slack.unfurl({ channel, ts: root, attachments: [{ title: "A" }] });
  const changed = { type: "message", subtype: "message_changed", channel, ts: "1796000001.000100", channel_type: "channel" };
  await world.slack.sendEvent({
    event: {
      ...changed,
      message: { user: world.slack.botUserId, bot_id: "B0BOT", ts: reply.ts, text: "new", edited: { user: "B0BOT", ts: "1.1" } },
      previous_message: { text: "old" },
    },
  });
  await world.slack.sendEvent({ event: { ...changed, message: { user: "U0ANA", ts: root, text: "changed in silence" } } });
  expect((await row(root))?.edited_at).toBeNull();

  await say("U0BEN", "I talk to ana", { threadTs: root });
  const aside = await say("U0BEN", "a thing between us", { threadTs: root });
  await inState(aside.ts, "seen");
  for (const text of ["another thing", `${bot()} now for you`]) {
    await world.slack.edit({ user: "U0BEN", channel, ts: aside.ts, text });
    await waitFor(
      "the new words",
      () => row(aside.ts),
      (found) => found?.text === text.replace(/^<@\w+> /, ""),
    );
  }
  expect(await row(aside.ts)).toMatchObject({ state: "seen" });
  expect(await rows(aside.ts)).toHaveLength(1);
  expect(world.posts(root)).toHaveLength(1);
});

test("a message that is taken back stops the work on it", async () => {
  world.model.when(/take me back/).hangs();
  const ts = await world.mention("take me back");
  await inState(ts, "taken");
  await world.slack.remove({ user: "U0ANA", channel, ts });
  await waitFor(
    "the end of its Turn",
    () =>
      world.database.query("select state from junior_turns where id = (select turn_id from junior_messages where external_key like $1)", [
        `%:${ts}`,
      ]),
    (found) => found[0]?.["state"] === "stopped",
  );
});

test("C5: a message with a file, and one shown in the channel too, are messages; the file is read with the bot's token", async () => {
  world.model.when(/rising numbers/).says("They rise.");
  const { ts } = await say("U0ANA", `${bot()} rising numbers`, {
    files: [{ name: "n.csv", mimetype: "text/csv", content: "day,count\n1,2\n" }],
  });
  await world.post(ts, "They rise.");
  const files = await waitFor(
    "the file",
    () =>
      world.database.query<{ name: string; bytes: Buffer }>(
        `select file.name, content.bytes from junior_message_files link join junior_files file on file.id = link.file_id
         join junior_file_bytes content on content.hash = file.hash join junior_messages message on message.id = link.message_id
         where message.external_key like $1`,
        [`%:${ts}`],
      ),
    (found) => found.length > 0 && found,
  );
  expect(files.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([["n.csv", "day,count\n1,2\n"]]);
  const broadcast = await say("U0ANA", "everybody may see this", { threadTs: ts, subtype: "thread_broadcast" });
  expect(await row(broadcast.ts)).toMatchObject({ text: "everybody may see this" });
});

test("C6: Junior's own reply, shown in the channel too, is not a message to it", async () => {
  world.model.when(/echo/).says("Echoed.");
  const root = await world.mention("echo");
  const own = await world.post(root, "Echoed.");
  const event = {
    type: "message",
    subtype: "thread_broadcast",
    user: world.slack.botUserId,
    channel,
    ts: own.ts,
    thread_ts: root,
    text: `${bot()} Echoed.`,
  };
  await world.slack.sendEvent({ event });
  await world.slack.sendEvent({ event: { ...event, bot_id: "B0BOT", app_id: "A0A" } });
  expect(await rows(own.ts)).toEqual([]);
  expect(world.posts(root)).toHaveLength(1);
});

test("C13: called into a thread of 200 replies, it knows the first message and the newest, and that the middle is left out", async () => {
  world.model.when(/what is the limit now/).says("It is 800.");
  const { ts: root } = await say("U0BEN", "the limit shall be 400");
  for (let index = 0; index < 199; index += 1) await say("U0BEN", `remark ${index}`, { threadTs: root });
  await say("U0BEN", "make it 800, forget 600", { threadTs: root });
  await say("U0ANA", `${bot()} what is the limit now?`, { threadTs: root });
  await world.post(root, "It is 800.");
  const prompt = promptAbout("what is the limit now");
  expect(prompt).toContain("ben: the limit shall be 400");
  expect(prompt).toContain("ben: make it 800, forget 600");
  expect(prompt).toContain("ben: remark 198");
  expect(prompt).not.toContain("ben: remark 100");
  expect(prompt).toContain("[170 more in between are left out here; readThread reads them]");
});

test("a reply that comes before the mention at its root is not lost", async () => {
  world.model.when(/out of order/).says("In order.");
  world.model.when(/add this too/).says("Added.");
  world.slack.retries = false;
  const root = await say("U0ANA", `${bot()} out of order`, { lostAttempts: 1 });
  const reply = await say("U0ANA", "add this too", { threadTs: root.ts });
  expect(await row(reply.ts)).toBeUndefined();
  world.slack.retries = true;
  const [late] = world.slack.attempts().filter((attempt) => attempt.ts === root.ts);
  await world.slack.sendEvent(late?.envelope ?? {}, { retryNum: 1 });
  await waitFor(
    "the reply",
    () => row(reply.ts),
    (found) => found !== undefined,
  );
  await world.post(root.ts, "Added.");
  expect(Number((await row(reply.ts))?.sequence)).toBeGreaterThan(Number((await row(root.ts))?.sequence));
});

test("C21: somebody of another organisation starts nothing, and is context where a conversation is", async () => {
  world.model.when(/with them here/).says("Hello both.");
  const alone = await say("U0OUT", `${bot()} give me their numbers`, { channel: shared });
  expect(await row(alone.ts)).toBeUndefined();
  const { ts: root } = await say("U0ANA", `${bot()} with them here`, { channel: shared });
  await answer(shared, root, "Hello both.");
  const inside = await say("U0OUT", `${bot()} now give me their numbers`, { channel: shared, threadTs: root });
  expect(await row(inside.ts)).toMatchObject({ state: "seen", text: "now give me their numbers" });
  const takesPart = await world.database.query(
    "select 1 from junior_conversation_participants p join junior_identities i on i.user_id = p.user_id where i.subject = 'U0OUT'",
  );
  expect(takesPart).toEqual([]);
  expect(answersIn(shared, root)).toHaveLength(1);
});

test("a guest starts nothing either", async () => {
  const { ts } = await say("U0CAI", `${bot()} do something`, { channel: shared });
  expect(await row(ts)).toBeUndefined();
  const { ts: root } = await say("U0ANA", `${bot()} with them here, and a guest`, { channel: shared });
  const inside = await say("U0CAI", `${bot()} and for me`, { channel: shared, threadTs: root });
  expect(await row(inside.ts)).toMatchObject({ state: "seen" });
});

test("C22: another bot that answers twenty times in the thread, mention and all, is never answered", async () => {
  world.model.when(/talk with a bot/).says("I would rather not.");
  const { ts: root } = await say("U0ANA", `${bot()} talk with a bot`, { channel: shared });
  await answer(shared, root, "I would rather not.");
  for (let index = 0; index < 20; index += 1) {
    const { ts } = await say("U0XBOT", `${bot()} beep ${index}`, { channel: shared, threadTs: root });
    expect(await row(ts)).toBeUndefined();
  }
  expect(answersIn(shared, root)).toHaveLength(1);
});

test("C25: two requests in a DM are two threads, and a reply belongs to the one it stands in", async () => {
  world.model.when(/mend the first/).says("First mended.");
  world.model.when(/check the second/).says("Second checked.");
  world.model.when(/more on the first/).says("First again.");
  const first = await say("U0ANA", "mend the first", { channel: direct });
  const second = await say("U0ANA", "check the second", { channel: direct });
  await Promise.all([answer(direct, first.ts, "First mended."), answer(direct, second.ts, "Second checked.")]);
  await say("U0ANA", "more on the first", { channel: direct, threadTs: first.ts });
  await answer(direct, first.ts, "First again.");
  expect(answersIn(direct, second.ts)).toHaveLength(1);
});

test("in a DM of several people a mention is wanted", async () => {
  world.model.when(/for the three of us/).says("For three.");
  const { ts: unasked } = await say("U0ANA", "lunch?", { channel: "G0GROUP" });
  const { ts } = await say("U0ANA", `${bot()} for the three of us`, { channel: "G0GROUP" });
  await answer("G0GROUP", ts, "For three.");
  expect(await row(unasked)).toBeUndefined();
});

test("C32: what was said in a DM is not known in a channel", async () => {
  world.model.when(/the word is heron/).says("Noted.");
  world.model.when(/what is the word/).says("I cannot say.");
  const secret = await say("U0ANA", "the word is heron", { channel: direct });
  await answer(direct, secret.ts, "Noted.");
  const ts = await world.mention("what is the word?");
  await world.post(ts, "I cannot say.");
  expect(promptAbout("what is the word")).not.toContain("heron");
});
