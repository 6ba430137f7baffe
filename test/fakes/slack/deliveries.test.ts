import type { App } from "@slack/bolt";
import { WebClient } from "@slack/web-api";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FakeSlack } from "./fake-slack.ts";
import type { JsonObject } from "./json.ts";
import { startFakeSlack } from "./start-fake-slack.ts";
import { quiet, startAnswering, startBolt } from "./test-products.ts";

let slack: FakeSlack;
let client: WebClient;
let closing: (() => Promise<void>)[];

beforeEach(async () => {
  slack = await startFakeSlack();
  client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl, ...quiet });
  closing = [() => slack.close()];
  slack.addUser({ id: "U0ANA", name: "ana", email: "ana@acme.example" });
  slack.addUser({ id: "U0EVE", name: "eve", isStranger: true });
  slack.addChannel({ id: "C0P", name: "proj", kind: "public", members: ["U0ANA", "U0EVE", "U0BOT"] });
  slack.addChannel({ id: "D0ANA", name: "ana", kind: "im", members: ["U0ANA", "U0BOT"] });
});

afterEach(async () => {
  for (const close of closing.toReversed()) await close();
});

describe("deliveries", () => {
  test("are repeated with number and reason until they are answered with 2xx", async () => {
    closing.push(await startAnswering(slack, (count) => (count < 2 ? { status: 500 } : { status: 200 })));
    const { statuses } = await slack.say({ user: "U0ANA", channel: "D0ANA", text: "hello" });
    expect(statuses).toEqual([500]);
    await slack.waitFor(() => slack.attempts().length === 3, "three attempts");
    expect(slack.attempts().map(({ retryNum, status }) => [retryNum, status])).toEqual([
      [0, 500],
      [1, 500],
      [2, 200],
    ]);
    expect(new Set(slack.attempts().map((attempt) => attempt.eventId)).size).toBe(1);
  });

  test("end after three repeats, also when nothing answers", async () => {
    slack.answerTimeoutMs = 30;
    closing.push(await startAnswering(slack, () => "never"));
    await slack.say({ user: "U0ANA", channel: "D0ANA", text: "hello" });
    await slack.waitFor(() => slack.attempts().length === 4, "four attempts");
    expect(slack.attempts().map((attempt) => attempt.status)).toEqual([0, 0, 0, 0]);
  });

  test("are not repeated when the product forbids it", async () => {
    slack.retryDelaysMs = [0, 0, 0];
    const forbidding = { status: 500, headers: { "x-slack-no-retry": "1" } };
    closing.push(await startAnswering(slack, (count) => (count > 0 ? forbidding : { status: 500 })));
    await slack.say({ user: "U0ANA", channel: "D0ANA", text: "hello" });
    await slack.waitFor(() => slack.attempts().length === 2, "one repeat");
    await expect(slack.waitFor(() => slack.attempts().length > 2, "another", 60)).rejects.toThrow("Waited 60 ms for another");
  });

  test("may be lost, so that a repeat is the only one", async () => {
    const repeats: unknown[] = [];
    const listen = (app: App) => app.message(async ({ context }) => void repeats.push([context.retryNum, context.retryReason]));
    closing.push(await startBolt(slack, listen));
    const { statuses } = await slack.say({ user: "U0ANA", channel: "D0ANA", text: "hello", lostAttempts: 2 });
    expect(statuses).toEqual([0]);
    const isDelivered = () => slack.attempts().find((attempt) => attempt.status === 200);
    const { envelope } = await slack.waitFor(isDelivered, "the second repeat");
    await slack.sendEvent(envelope, { retryNum: 3 });
    expect(repeats).toEqual([
      [2, "http_timeout"],
      [3, "http_timeout"],
    ]);
  });

  test("come as twins in either order, a DM as one, an edit and an unfurl as message_changed", async () => {
    const events: JsonObject[] = [];
    const take = (_: number, __: unknown, body: string) => (events.push(JSON.parse(body).event), { status: 200 });
    closing.push(await startAnswering(slack, take));
    const text = "hey <@U0BOT|junior>";
    await slack.say({ user: "U0ANA", channel: "C0P", text, order: "mention-first", twinGapMs: 20 });
    await slack.say({ user: "U0ANA", channel: "C0P", text, only: "message" });
    const { ts } = await slack.say({ user: "U0ANA", channel: "D0ANA", text });
    await slack.edit({ user: "U0ANA", channel: "D0ANA", ts, text: "hey you" });
    await slack.unfurl({ channel: "D0ANA", ts, attachments: [{ text: "a preview" }] });
    await slack.remove({ user: "U0ANA", channel: "D0ANA", ts });
    expect(events.map((event) => event.subtype ?? event.type)).toEqual([
      "app_mention",
      "message",
      "message",
      "message",
      "message_changed",
      "message_changed",
      "message_deleted",
    ]);
    expect(events[0]).not.toHaveProperty("channel_type");
    expect(events[1]).toMatchObject({ ts: events[0]!.ts, channel_type: "channel" });
    expect(new Set(slack.attempts().map((attempt) => attempt.eventId)).size).toBe(7);
  });

  test("that are unsigned or wrongly signed are refused by Bolt; strangers are marked", async () => {
    const teams: unknown[] = [];
    const listen = (app: App) =>
      app.message(async ({ event, body }) => {
        teams.push([(event as { user_team?: string }).user_team, body.is_ext_shared_channel]);
      });
    closing.push(await startBolt(slack, listen));
    const body = JSON.stringify({ type: "url_verification", challenge: "abc" });
    expect((await slack.sendRaw(body, { signature: "wrong" })).status).toBe(401);
    expect((await slack.sendRaw(body, { timestamp: Math.floor(Date.now() / 1000) - 600 })).status).toBe(401);
    expect(JSON.parse((await slack.sendRaw(body)).body)).toEqual({ challenge: "abc" });
    await slack.say({ user: "U0EVE", channel: "C0P", text: "hello" });
    expect(teams).toEqual([["T0OTHER", true]]);
  });
});

describe("failures on purpose", () => {
  test("drop-after stores and cuts, drop-before cuts only, and metadata tells afterwards", async () => {
    const metadata = { event_type: "delivery", event_payload: { delivery_id: "d1" } };
    slack.failNext({ method: "chat.postMessage", how: "drop-after" });
    await expect(client.chat.postMessage({ channel: "C0P", text: "one", metadata })).rejects.toThrow(/timeout|timed out|request error/i);
    slack.failNext({ method: "chat.postMessage", how: "drop-before" });
    await expect(client.chat.postMessage({ channel: "C0P", text: "two" })).rejects.toThrow(/timeout|timed out|request error/i);
    expect(slack.messages("C0P").map((message) => message.text)).toEqual(["one"]);
    const { messages } = await client.conversations.history({ channel: "C0P", include_all_metadata: true });
    expect(messages).toMatchObject([{ text: "one", metadata }]);
    expect(slack.calls("chat.postMessage").map((call) => call.body.text)).toEqual(["one", "two"]);
  });

  test("429 with its seconds, an error, a status, a hang, a rate that repeats itself", async () => {
    const options = { slackApiUrl: slack.apiUrl, ...quiet };
    const web = new WebClient(slack.botToken, { ...options, rejectRateLimitedCalls: true });
    const hasty = new WebClient(slack.botToken, { ...options, timeout: 50 });
    slack.failNext({ method: "chat.postMessage", how: { rateLimit: 30 } });
    await expect(web.chat.postMessage({ channel: "C0P", text: "a" })).rejects.toMatchObject({ retryAfter: 30 });
    slack.failNext({ method: "users.info", how: { error: "fatal_error" } });
    await expect(web.users.info({ user: "U0ANA" })).rejects.toMatchObject({ data: { error: "fatal_error" } });
    slack.failNext({ method: "users.info", how: { status: 503 } });
    await expect(web.users.info({ user: "U0ANA" })).rejects.toMatchObject({ statusCode: 503 });
    slack.failNext({ method: "users.info", how: "hang" });
    await expect(hasty.users.info({ user: "U0ANA" })).rejects.toThrow(/timeout|timed out|request error/i);
    expect((await web.users.info({ user: "U0ANA" })).user?.name).toBe("ana");

    const outcomes = async () => {
      slack.failRate({ method: "auth.test", share: 0.5, how: { error: "fatal_error" }, seed: 7 });
      for (let count = 0; count < 20; count += 1) await web.auth.test().catch(() => {});
      slack.stopFailing();
      return slack
        .calls("auth.test")
        .slice(-20)
        .map((call) => (call.answer as JsonObject).ok);
    };
    const first = await outcomes();
    expect(new Set(first)).toEqual(new Set([true, false]));
    expect(await outcomes()).toEqual(first);
  });
});
