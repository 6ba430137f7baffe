import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { useSlackRoom } from "./use-slack-room.ts";
import { waitFor } from "./wait-for.ts";

const { room } = useSlackRoom();
const signal = new AbortController().signal;

const rows = () => room.rows.query<{ text: string; author_kind: string; state: string }>("select * from junior_messages order by sequence");
const reply = (threadTs: string, text: string, user = "U0BEN") => room.fake.say({ user, channel: "C0P", text, threadTs });
const read = (thread: string, page: { before: string | null; limit: number }, tenant = "T0A") =>
  room.slack.threadReader.readThread({ tenant, channel: "C0P", thread }, page, signal);

test("the reader gives the first message and the newest, then those before", async () => {
  const { ts: root } = await room.fake.say({ user: "U0ANA", channel: "C0P", text: "the plan" });
  for (let index = 0; index < 30; index += 1) await reply(root, `step ${index} & on`);
  const newest = await read(root, { before: null, limit: 10 });
  if ("unreadable" in newest) throw new Error(newest.unreadable);
  expect(newest.first).toMatchObject({ id: root, text: "the plan", files: [] });
  expect(newest.messages.map(({ text }) => text.split(" ")[1])).toEqual(Array.from({ length: 10 }, (_, index) => `${index + 20}`));
  expect(newest.omitted).toBe(20);
  const before = await read(root, { before: newest.messages[0]?.id ?? "", limit: 10 });
  expect(before).toMatchObject({ omitted: 10, messages: expect.arrayContaining([expect.objectContaining({ text: "step 19 & on" })]) });
});

test("the reader says why a thread cannot be read", async () => {
  expect(await read("1796000000.000001", { before: null, limit: 5 })).toEqual({ unreadable: "thread_not_found" });
  expect(await read("1796000000.000001", { before: null, limit: 5 }, "T0OTHER")).toEqual({ unreadable: "another_team" });
  room.fake.failNext({ method: "conversations.replies", how: { rateLimit: 30 } });
  expect(await read("1796000000.000001", { before: null, limit: 5 })).toEqual({ unreadable: "ratelimited" });
});

test("called into a thread, its earlier words stand before the mention, from nobody", async () => {
  const { ts: root } = await room.fake.say({ user: "U0BEN", channel: "C0P", text: "it broke" });
  await reply(root, "since noon", "U0EVE");
  await reply(root, "beep", "U0XBOT");
  await reply(root, "<@U0BOT> can you look?", "U0ANA");
  await reply(root, "<@U0BOT> and there?", "U0ANA");
  const stored = await rows();
  expect(stored).toMatchObject([
    { author_kind: "event", state: "seen" },
    { text: "can you look?", state: "waiting" },
    { text: "and there?", state: "waiting" },
  ]);
  expect(stored[0]?.text).toMatch(/: it broke\n\n.+: since noon\n\n.+: beep$/);
});

test("where Slack does not give the earlier words in time, the mention is stored all the same, and says so", async () => {
  const { ts: root } = await room.fake.say({ user: "U0BEN", channel: "C0P", text: "it broke" });
  await room.fake.say({ user: "U0ANA", channel: "C0P", text: "<@U0BOT> hi" });
  room.fake.failNext({ method: "conversations.replies", times: 2, how: { slowMs: 2_500 } });
  const began = performance.now();
  const { statuses } = await reply(root, "<@U0BOT> can you look?", "U0ANA");
  expect(statuses).toEqual([200, 200]);
  expect(performance.now() - began).toBeLessThan(2_400);
  const [, context, mention] = await room.rows.query<{ text: string }>("select text from junior_messages order by created_at, sequence");
  expect(context?.text).toContain("readThread reads it");
  expect(mention?.text).toBe("can you look?");
});

test("what was deleted with its conversation does not come back by a new mention in its thread", async () => {
  const { ts: root } = await room.fake.say({ user: "U0ANA", channel: "C0P", text: "<@U0BOT> forget this soon" });
  await room.rows.query("insert into junior_purged_keys (key_hash) select sha256(convert_to(external_key, 'UTF8')) from junior_messages");
  await room.rows.query("delete from junior_messages");
  await room.rows.query("update junior_conversations set external_key = null, purged_at = now()");
  await reply(root, "<@U0BOT> something new", "U0ANA");
  expect(await rows()).toMatchObject([{ text: "something new" }]);
});

test("a reply that another process hears before the mention at its root is stored, too", async () => {
  const other = await room.openAgain();
  const door = createServer((request, response) => other.requestListener(request, response));
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  const doors = [door, room.server].map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`);
  const root = `${Math.floor(room.clock.now() / 1000)}.000100`;
  const said = { type: "message", channel: "C0P", channel_type: "channel", team: "T0A" };
  try {
    room.fake.connect(doors[0] ?? "");
    await room.fake.sendEvent({ event: { ...said, user: "U0BEN", text: "the left one", ts: `${root.slice(0, -3)}200`, thread_ts: root } });
    room.fake.connect(doors[1] ?? "");
    await room.fake.sendEvent({ event: { ...said, type: "app_mention", user: "U0ANA", text: "<@U0BOT> paint it", ts: root } });
    expect(await rows()).toMatchObject([{ text: "paint it" }]);
    expect(await waitFor("the reply", rows, ([, late]) => late)).toMatchObject({ text: "the left one", state: "undecided" });
  } finally {
    await new Promise((resolve) => door.close(resolve));
    await other.close();
  }
});
