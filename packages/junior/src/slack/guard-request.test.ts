import { createHmac } from "node:crypto";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBodyReader } from "./body-reader.ts";
import { guardRequest } from "./guard-request.ts";

const signingSecret = "a signing secret";
const now = 1_796_000_000;
let install: Parameters<typeof guardRequest>[1]["install"] = {
  teamId: "T0A",
  teamName: "Acme",
  botUserId: "U0BOT",
  botId: "B0BOT",
  appId: "A0A",
};

const readBody = createBodyReader();
const server = createServer((request, response) => {
  guardRequest(request, { signingSecret, install, nowMs: now * 1000, readBody }).then(
    (guarded) =>
      guarded.pass ? response.writeHead(299).end(guarded.json) : response.writeHead(guarded.status, guarded.headers).end(guarded.body),
    () => response.destroy(),
  );
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

type Sent = { type?: string; timestamp?: number | string; signature?: string; method?: string };

async function send(body: string | Buffer, { type = "application/json", timestamp = now, signature, method = "POST" }: Sent = {}) {
  const signed = `v0=${createHmac("sha256", signingSecret).update(`v0:${timestamp}:`).update(body).digest("hex")}`;
  const headers = { "content-type": type, "x-slack-request-timestamp": String(timestamp), "x-slack-signature": signature ?? signed };
  return new Promise<{ status: number; body: string; noRetry: string | undefined }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const sent = httpRequest({ port, host: "127.0.0.1", method, headers, agent: false }, (response) => {
      let text = "";
      response.on("data", (part: Buffer) => (text += part.toString()));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body: text, noRetry: response.headers["x-slack-no-retry"]?.toString() }),
      );
    });
    sent.on("error", reject);
    sent.end(method === "GET" ? undefined : body);
  });
}

const event = {
  type: "event_callback",
  team_id: "T0A",
  api_app_id: "A0A",
  authorizations: [{ team_id: "T0A" }],
  event: { type: "message", channel: "C0P", ts: "1796000000.000100", user: "U0ANA" },
};
const { type, team_id, event: message } = event;
const click = {
  type: "block_actions",
  team: { id: "T0A" },
  user: { id: "U0ANA", team_id: "T0A" },
  container: { type: "message" },
  actions: [{ type: "button", action_id: "answer:x" }],
};
const asForm = (payload: unknown) => new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
const form = "application/x-www-form-urlencoded";

test("of a signed event passes what is read of it", async () => {
  const sent = { ...event, event: { ...message, blocks: [], user_profile: {} } };
  expect(await send(JSON.stringify(sent))).toMatchObject({ status: 299, body: JSON.stringify({ type, team_id, event: message }) });
});

test.each([form, `${form}; charset=utf-8`, `${form.toUpperCase()};charset=UTF-8`])("an interaction passes as %s", async (type) => {
  const { status, body } = await send(asForm({ ...click, api_app_id: "A0A", command: "/x", event: {} }), { type });
  expect({ status, body: JSON.parse(body) as unknown }).toEqual({ status: 299, body: click });
});

test("another app's command is none of ours", async () => {
  const body = new URLSearchParams({ command: "/other", team_id: "T0A", api_app_id: "A0A", text: "" }).toString();
  expect(await send(body, { type: form })).toMatchObject({ status: 200, body: "" });
});

test("what an outsider clicks passes, to be refused in words", async () => {
  expect(await send(asForm({ ...click, user: { id: "U0EVE", team_id: "T0OTHER" } }), { type: form })).toMatchObject({ status: 299 });
});

test.each([
  ["no signature", { signature: "" }],
  ["a wrong one", { signature: `v0=${"0".repeat(64)}` }],
  ["one of another length", { signature: "v0=00" }],
  ["a request six minutes old", { timestamp: now - 301 }],
  ["a request six minutes ahead", { timestamp: now + 301 }],
  ["a time that is none", { timestamp: "1e9" }],
])("%s is refused", async (_, sent) => {
  expect(await send(JSON.stringify(event), sent)).toEqual({ status: 401, body: "", noRetry: undefined });
});

test.each([now - 299, now + 299])("a request of second %i is taken", async (timestamp) => {
  expect(await send(JSON.stringify(event), { timestamp })).toMatchObject({ status: 299 });
});

test.each([
  ["null", "null"],
  ["a list", "[]"],
  ["a text", '"x"'],
  ["no JSON", "{"],
  ["nothing", ""],
  ["an event without an event", JSON.stringify({ ...event, event: null })],
  ["an event without a type", JSON.stringify({ ...event, event: {} })],
  ["a click without actions", JSON.stringify({ ...click, actions: [] })],
  ["a click on nothing", JSON.stringify({ ...click, actions: [null] })],
  ["a challenge without a text", JSON.stringify({ type: "url_verification", challenge: {} })],
])("%s is malformed", async (_, body) => {
  expect(await send(body)).toMatchObject({ status: 400, noRetry: "1" });
});

test.each([["payload=null"], ["payload=%7B"], ["payload=[]"]])("a form with %s is malformed", async (body) => {
  expect(await send(body, { type: form })).toMatchObject({ status: 400 });
});

test("another content type is malformed", async () => {
  expect(await send(JSON.stringify(event), { type: "text/plain" })).toMatchObject({ status: 400 });
});

test.each([
  ["an event for another app", { ...event, api_app_id: "A0X" }],
  ["an event of another team", { ...event, team_id: "T0X" }],
  ["an event of no team", { ...event, team_id: undefined }],
  ["an event sent for another team", { ...event, authorizations: [{ team_id: "T0X" }] }],
  ["a click of another team", { ...click, team: { id: "T0X" } }],
  ["a click for another app", { ...click, api_app_id: "A0X" }],
  ["a click of no team", { ...click, team: null, user: {} }],
])("%s is foreign and not wanted again", async (_, body) => {
  expect(await send(JSON.stringify(body))).toMatchObject({ status: 403, noRetry: "1" });
});

test("the signed challenge is answered, an unsigned one is not", async () => {
  const body = JSON.stringify({ type: "url_verification", challenge: "c" });
  expect(await send(body)).toMatchObject({ status: 200, body: '{"challenge":"c"}' });
  expect(await send(body, { signature: "" })).toMatchObject({ status: 401 });
});

test("an unsigned check of the certificate is answered, and nothing smuggled with it passes", async () => {
  const body = `ssl_check=1&${asForm(click)}`;
  expect(await send(body, { type: form, signature: "" })).toEqual({ status: 200, body: "", noRetry: undefined });
});

test("kinds that we do not know are taken in silence", async () => {
  expect(await send(JSON.stringify({ type: "app_rate_limited", team_id: "T0A", api_app_id: "A0A" }))).toMatchObject({
    status: 200,
    body: "",
  });
});

test("only POST is a way in, and no more than 4 MB", async () => {
  expect(await send("", { method: "GET" })).toMatchObject({ status: 405 });
  const sent = send(Buffer.alloc(5 * 1024 * 1024, "a")).then(
    (answer) => answer.status,
    () => 413,
  );
  expect(await sent).toBe(413);
});

test("until Slack has told who we are it is asked to come again", async () => {
  const known = install;
  install = null;
  expect(await send(JSON.stringify(event))).toMatchObject({ status: 503 });
  expect(await send(JSON.stringify({ type: "url_verification", challenge: "c" }))).toMatchObject({ status: 200 });
  install = known;
});
