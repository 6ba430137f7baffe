import { expect, test } from "vitest";
import { useSlackRoom } from "./use-slack-room.ts";

const { room, messages } = useSlackRoom();

/** What ana says, brought to Junior only by Slack's second try: there is time for a change to come before it. */
async function sayLate(said: { channel: string; text: string; threadTs?: string }): Promise<{ ts: string; arrived(): Promise<unknown> }> {
  room.fake.retryDelaysMs = [700];
  const { ts } = await room.fake.say({ user: "U0ANA", ...said, lostAttempts: 1, only: "message" });
  const hasCome = () => room.fake.attempts().some((one) => one.ts === ts && one.subtype === undefined && one.status === 200);
  const arrived = () => room.fake.waitFor(hasCome, "the message's second try");
  return { ts, arrived };
}

const inChannel = { channel: "C0P", text: "<@U0BOT> paint it red" };

test("a message that was deleted before it came is never stored", async () => {
  const { ts, arrived } = await sayLate(inChannel);
  await room.fake.remove({ user: "U0ANA", channel: "C0P", ts });
  await arrived();
  expect(await room.rows.query("select text from junior_messages")).toEqual([]);
  expect(await room.rows.query("select id from junior_conversations")).toEqual([]);
});

test("a message that was edited before it came has its new words, and says that it was edited", async () => {
  const { ts, arrived } = await sayLate(inChannel);
  await room.fake.edit({ user: "U0ANA", channel: "C0P", ts, text: "<@U0BOT> paint it blue" });
  await arrived();
  expect(await messages()).toMatchObject([{ text: "paint it blue", state: "waiting", edited_at: expect.any(Date) }]);
  expect(await room.rows.query("select key_hash from junior_early_edits")).toEqual([]);
});

test("edited and then deleted before it came, it is never stored, and neither are its words", async () => {
  const { ts, arrived } = await sayLate(inChannel);
  await room.fake.edit({ user: "U0ANA", channel: "C0P", ts, text: "<@U0BOT> paint it blue" });
  await room.fake.remove({ user: "U0ANA", channel: "C0P", ts });
  await arrived();
  expect(await room.rows.query("select text from junior_messages union all select text from junior_early_edits")).toEqual([]);
});

test("a reply in a thread of Junior's and a direct message as well", async () => {
  const { ts: root } = await room.fake.say({ user: "U0BEN", channel: "C0P", text: "<@U0BOT> start" });
  const reply = await sayLate({ channel: "C0P", text: "and then red", threadTs: root });
  await room.fake.edit({ user: "U0ANA", channel: "C0P", ts: reply.ts, text: "and then blue" });
  const direct = await sayLate({ channel: "D0ANA", text: "only us" });
  await room.fake.remove({ user: "U0ANA", channel: "D0ANA", ts: direct.ts });
  await Promise.all([reply.arrived(), direct.arrived()]);
  expect((await messages()).map(({ text }) => text)).toEqual(["start", "and then blue"]);
});

test("of what does not concern Junior, and of what is old, nothing is kept", async () => {
  const { ts: aside } = await room.fake.say({ user: "U0BEN", channel: "C0P", text: "lunch?" });
  await room.fake.edit({ user: "U0BEN", channel: "C0P", ts: aside, text: "dinner?" });
  await room.fake.remove({ user: "U0BEN", channel: "C0P", ts: aside });
  const { ts: old } = await room.fake.say({ user: "U0ANA", ...inChannel, lostAttempts: 9 });
  room.clock.advance(3_700_000);
  await room.fake.edit({ user: "U0ANA", channel: "C0P", ts: old, text: "<@U0BOT> paint it blue" });
  await room.fake.remove({ user: "U0ANA", channel: "C0P", ts: old });
  expect(await room.rows.query("select key_hash from junior_early_edits union all select key_hash from junior_purged_keys")).toEqual([]);
});

test("a change and its message at once end as the change says, whichever comes first", async () => {
  for (let round = 0; round < 8; round += 1) {
    const ts = `${Math.floor(room.clock.now() / 1_000)}.00${1_000 + round}`;
    const message = { type: "message", user: "U0ANA", ts, text: `<@U0BOT> red ${round}` };
    const send = (event: object) =>
      room.fake.sendEvent({ type: "event_callback", event: { channel: "C0P", channel_type: "channel", ...event } });
    const edited = { ...message, text: `<@U0BOT> blue ${round}`, edited: { user: "U0ANA", ts } };
    const change =
      round % 2 === 0
        ? { type: "message", subtype: "message_changed", ts, message: edited, previous_message: message }
        : { type: "message", subtype: "message_deleted", ts, deleted_ts: ts, previous_message: message };
    const answers = await Promise.all([send(message), send(change)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  }
  const left = await room.rows.query<{ text: string }>("select text from junior_messages where deleted_at is null order by text");
  expect(left.map(({ text }) => text)).toEqual([0, 2, 4, 6].map((round) => `blue ${round}`));
});
