import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { mergeHands } from "../packages/junior/src/app/merge-hands.ts";
import { systemClock } from "../packages/junior/src/base/clock.ts";
import { openSlack } from "../packages/junior/src/slack/open-slack.ts";
import { colours, quiet, useSlackRoom } from "./use-slack-room.ts";

const { room, messages, ask, item, told } = useSlackRoom({ overSocket: true });

const mention = (text: string, more = {}) => room.fake.say({ user: "U0ANA", channel: "C0P", text: `<@U0BOT> ${text}`, ...more });
const openLate = (appToken: string) =>
  openSlack({
    ...room.fake,
    signingSecret: null,
    appToken,
    database: room.ground.database,
    queue: room.queue,
    log: quiet,
    clock: systemClock,
    mergeHands: mergeHands(room.queue),
  });

test("over the socket a mention is one row, and the door for requests is shut", async () => {
  expect(await mention("paint it")).toMatchObject({ statuses: [200, 200] });
  expect(await messages()).toMatchObject([{ text: "paint it", state: "waiting" }]);
  expect(room.slack.detail()).toBe("connected to Acme by Socket Mode");
  const { port } = room.server.address() as { port: number };
  expect((await fetch(`http://127.0.0.1:${port}/slack/events`, { method: "POST" })).status).toBe(404);
});

test("C3: an event is acknowledged only when its row is committed", async () => {
  room.fake.retries = false;
  await room.rows.query("alter table junior_conversations rename to away");
  room.fake.answerTimeoutMs = 400;
  expect((await mention("hi", { only: "message" })).statuses).toEqual([0]);
  await room.rows.query("alter table away rename to junior_conversations");
  room.fake.answerTimeoutMs = 3_000;
  const [attempt] = room.fake.attempts();
  expect(await room.fake.sendEvent(attempt?.envelope ?? {}, { retryNum: 1, retryReason: "timeout" })).toMatchObject({ status: 200 });
  expect(await messages()).toMatchObject([{ text: "hi" }]);
});

test("a click over the socket closes the question, a stranger's is explained", async () => {
  const { card } = await ask(colours);
  const click = (user: string) => room.fake.click({ user, channel: "C0P", messageTs: card.ts, text: "Blue" });
  expect(await click("U0BEN")).toMatchObject({ status: 200 });
  await told("U0BEN", "Only <@U0ANA> can answer this.");
  expect(await click("U0ANA")).toMatchObject({ status: 200 });
  expect(await item()).toMatchObject({ closed_how: "answered" });
});

test("who becomes a guest is one here at once; of whose change nobody told is asked after when they act", async () => {
  const isMember = async () => (await messages())[0]?.full_member;
  await mention("hi");
  await room.fake.changeUser("U0ANA", { isRestricted: true });
  expect(await isMember()).toBe(false);
  await room.fake.changeUser("U0ANA", { isRestricted: false });
  expect(await isMember()).toBe(true);
  room.clock.advance(600_000);
  await mention("again");
  await room.fake.changeUser("U0ANA", { isRestricted: true }, "untold");
  const asked = room.fake.calls("users.info").length;
  await mention("and again");
  expect(room.fake.calls("users.info")).toHaveLength(asked);
  room.clock.advance(600_000);
  await mention("and once more");
  await expect.poll(isMember).toBe(false);
});

test.each(["warning", "refresh_requested"] as const)("a renewal (%s) leaves no moment without a connection", async (reason) => {
  room.fake.socket.refresh(reason, 1_500);
  const until = performance.now() + 1_800;
  let fewest = 9;
  while (performance.now() < until) {
    fewest = Math.min(fewest, room.fake.socket.connections());
    await pause(10);
  }
  expect(fewest).toBe(1);
  expect(room.fake.socket.connections()).toBe(1);
  expect(await mention("after")).toMatchObject({ statuses: [200, 200] });
});

test("a lost connection is made again at once, and an event that fell into the gap comes as a repeat", async () => {
  room.fake.retryDelaysMs = [300, 300, 300];
  room.fake.socket.cut();
  await mention("hi", { only: "message" });
  await expect.poll(messages, { timeout: 3_000 }).toMatchObject([{ text: "hi" }]);
  expect(room.fake.socket.connections()).toBe(1);
});

test("while Slack gives no connection it says so, and connects when it does", async () => {
  room.fake.failNext({ method: "apps.connections.open", times: 2, how: { error: "internal_error" } });
  room.fake.socket.cut();
  await expect.poll(() => room.slack.detail()).toMatch(/nothing comes in: no connection by Socket Mode \(.+\); trying again/);
  expect(room.slack.connected()).toBe(false);
  await expect.poll(() => room.slack.connected(), { timeout: 6_000 }).toBe(true);
});

test("a refused app token stops the start with one line", async () => {
  await expect(openLate("xapp-wrong")).rejects.toThrow("Slack does not accept SLACK_APP_TOKEN (invalid_auth)");
  await expect(openLate(room.fake.botToken)).rejects.toThrow("(not_allowed_token_type)");
});

test("closing takes less than 300 ms, also while it connects and while the other side does not answer", async () => {
  const idle = await openLate(room.fake.socket.appToken);
  const began = performance.now();
  await idle.close();
  expect(performance.now() - began).toBeLessThan(300);
  await room.fake.waitFor(() => room.fake.socket.connections() === 1, "only the other connection");

  const second = await openLate(room.fake.socket.appToken);
  room.fake.socket.mute(true);
  room.fake.socket.cut();
  await pause(100);
  const again = performance.now();
  await second.close();
  expect(performance.now() - again).toBeLessThan(300);
  room.fake.socket.mute(false);
});

test("malformed messages and envelopes end nothing, and what is not ours is acknowledged and forgotten", async () => {
  for (const text of ["null", "[]", "{", '"x"', '{"type":"events_api"}', '{"envelope_id":7}', "[".repeat(100_000)])
    room.fake.socket.sendText(text);
  const event = { type: "message", user: "U0ANA", channel: "C0P", ts: "1796000000.000100", text: "<@U0BOT> hi" };
  const whole = { type: "event_callback", team_id: "T0A", api_app_id: "A0A", event };
  const bad: unknown[] = [
    null,
    [],
    "x",
    {},
    { ...whole, event: null },
    { ...whole, event: { ...event, type: "close" } },
    { ...whole, event: { ...event, type: "disconnected" } },
    { ...whole, event: { ...event, user: [] } },
    { ...whole, event: { ...event, ts: 1 } },
    { ...whole, team_id: "T0OTHER" },
    { ...whole, api_app_id: "A0OTHER" },
    { ...whole, authorizations: [{ team_id: "T0OTHER" }] },
  ];
  for (const payload of bad) {
    expect(await room.fake.socket.send("events_api", payload)).toMatchObject({ status: 200 });
    expect(await room.fake.socket.send("interactive", payload)).toMatchObject({ status: 200 });
    expect(await room.fake.socket.send("nonsense", payload)).toMatchObject({ status: 200 });
  }
  expect(await messages()).toEqual([]);
  expect(await room.fake.sendEvent({ event: { ...event, team: "T0A" } })).toMatchObject({ status: 200 });
  expect(await messages()).toMatchObject([{ text: "hi" }]);
  expect(room.slack.connected()).toBe(true);
});
