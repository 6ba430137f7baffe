import type { IncomingMessage } from "node:http";
import { WebClient } from "@slack/web-api";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { FakeSlack } from "./fake-slack.ts";
import type { JsonObject } from "./json.ts";
import { startFakeSlack } from "./start-fake-slack.ts";
import { quiet, startAnswering } from "./test-products.ts";

const plain = (text: string) => ({ type: "plain_text", text });
const options = ["eu", "us"].map((value) => ({ value, text: plain(value.toUpperCase()) }));
const blocks = [
  {
    type: "actions",
    block_id: "row",
    elements: [
      { type: "static_select", action_id: "pick", options },
      { type: "overflow", action_id: "more", options: [{ value: "pass", text: plain("Pass on") }] },
      { type: "button", action_id: "ok", text: plain("OK"), value: "Q1" },
    ],
  },
  { type: "input", block_id: "note", label: plain("Note"), element: { type: "plain_text_input", action_id: "text" } },
];

const withoutEu = JSON.parse(JSON.stringify(blocks).replace('"eu"', '"za"').replace('"EU"', '"ZA"'));

let slack: FakeSlack;
let web: WebClient;
let received: JsonObject[];
let stopProduct: () => Promise<void>;

beforeEach(async () => {
  slack = await startFakeSlack();
  web = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl, ...quiet });
  slack.addUser({ id: "U0ANA", name: "ana" });
  slack.addUser({ id: "U0BEN", name: "ben" });
  slack.addChannel({ id: "G0P", name: "proj", kind: "private", members: ["U0ANA", "U0BOT"] });
  received = [];
  stopProduct = await startAnswering(slack, keep);
});

afterEach(async () => {
  await slack.close();
  await stopProduct();
});

function keep(_: number, request: IncomingMessage, body: string): { status: number } {
  const form = new URLSearchParams(body);
  if (request.headers["content-type"] === "application/x-www-form-urlencoded")
    received.push(form.has("payload") ? JSON.parse(form.get("payload")!) : Object.fromEntries(form));
  return { status: 200 };
}

async function respond(message: JsonObject): Promise<number> {
  const url = String(received.at(-1)!.response_url);
  return (await fetch(url, { method: "POST", body: JSON.stringify(message), headers: { "content-type": "application/json" } })).status;
}

test("what is chosen stays with the one who chose it", async () => {
  slack.addChannel({ id: "C0P", name: "all", kind: "public", members: ["U0ANA", "U0BEN", "U0BOT"] });
  const { ts: messageTs = "" } = await web.chat.postMessage({ channel: "C0P", text: "Q", blocks });
  const where = { channel: "C0P", messageTs };
  await slack.click({ ...where, user: "U0ANA", actionId: "pick", selected: "EU" });
  await slack.click({ ...where, user: "U0ANA", text: "OK", values: { note: "soon" } });
  await slack.click({ ...where, user: "U0BEN", text: "OK" });
  await slack.click({ ...where, user: "U0BEN", text: "Pass on" });
  const states = received.map((payload) => (payload.state as { values: Record<string, Record<string, JsonObject>> }).values);
  expect(states[1]).toMatchObject({
    row: { pick: { selected_option: { value: "eu" } } },
    note: { text: { type: "plain_text_input", value: "soon" } },
  });
  expect(states[2]).toMatchObject({ row: { pick: { selected_option: null } }, note: { text: { value: null } } });
  expect(received[3]).toMatchObject({ actions: [{ type: "overflow", selected_option: { value: "pass" } }] });
  await expect(slack.click({ ...where, user: "U0BEN", actionId: "pick", selected: "mars" })).rejects.toThrow('No option "mars"');
  await expect(slack.click({ ...where, user: "U0BEN", blockId: "note", selected: "x" })).rejects.toThrow("sends nothing by itself");
  await web.chat.update({ channel: "C0P", ts: messageTs, text: "Q", blocks: withoutEu as never });
  await slack.click({ ...where, user: "U0ANA", text: "OK" });
  expect(received.at(-1)).toMatchObject({
    state: { values: { row: { pick: { selected_option: null } }, note: { text: { value: "soon" } } } },
  });
});

test("who does not see a message cannot click on it", async () => {
  const { ts: messageTs = "" } = await web.chat.postMessage({ channel: "G0P", text: "Q", blocks });
  await expect(slack.click({ user: "U0BEN", channel: "G0P", messageTs, text: "OK" })).rejects.toThrow("does not see");
  await web.chat.delete({ channel: "G0P", ts: messageTs });
  await expect(slack.click({ user: "U0ANA", channel: "G0P", messageTs, text: "OK" })).rejects.toThrow("sees no message");
});

test("a response_url works five times in thirty minutes, on ephemerals too", async () => {
  await web.chat.postEphemeral({ channel: "G0P", user: "U0ANA", text: "Q", blocks });
  const [shown] = slack.ephemerals("U0ANA");
  await slack.click({ user: "U0ANA", channel: "G0P", messageTs: shown!.ts, text: "OK" });
  expect(received[0]).toMatchObject({ container: { is_ephemeral: true }, channel: { id: "G0P", name: "privategroup" } });
  expect(received[0]).not.toHaveProperty("message");
  expect(await respond({ text: "Done", replace_original: true })).toBe(200);
  expect(slack.ephemerals("U0ANA")).toMatchObject([{ text: "Done", blocks: undefined }]);
  expect(await respond({ delete_original: true })).toBe(200);
  expect(slack.ephemerals("U0ANA")).toEqual([]);
  expect(await respond({ text: "All see it", response_type: "in_channel" })).toBe(200);
  expect(slack.messages("G0P")).toMatchObject([{ text: "All see it" }]);
  expect([await respond({ text: "4" }), await respond({ text: "5" }), await respond({ text: "6" })]).toEqual([200, 200, 404]);
  const { ts: messageTs = "" } = await web.chat.postMessage({ channel: "G0P", text: "Q", blocks });
  await slack.click({ user: "U0ANA", channel: "G0P", messageTs, text: "OK" });
  slack.clock.offsetMs = 31 * 60_000;
  expect(await respond({ text: "late" })).toBe(404);
});

test("the home is published, opened and clicked", async () => {
  await web.views.publish({ user_id: "U0ANA", view: { type: "home", blocks } as never });
  expect(await slack.openHome({ user: "U0ANA" })).toBe(200);
  await slack.click({ user: "U0ANA", on: "home", text: "OK", values: { row: { pick: "us" } } });
  expect(received[0]).toMatchObject({
    container: { type: "view" },
    view: { type: "home", state: { values: { row: { pick: { selected_option: { value: "us" } } } } } },
  });
  expect(received[0]).not.toHaveProperty("channel");
  await expect(web.views.publish({ user_id: "U0ANA", hash: "stale", view: { type: "home", blocks } as never })).rejects.toMatchObject({
    data: { error: "hash_conflict" },
  });
});

test("shortcuts and commands carry a trigger that opens a view", async () => {
  const { ts: messageTs } = await slack.say({ user: "U0ANA", channel: "G0P", text: "please look" });
  await slack.shortcut({ user: "U0ANA", channel: "G0P", messageTs, callbackId: "give" });
  await slack.command({ user: "U0ANA", channel: "G0P", command: "/junior", text: "help" });
  expect(received).toMatchObject([
    { type: "message_action", callback_id: "give", message: { text: "please look" } },
    { command: "/junior", text: "help", channel_id: "G0P", user_id: "U0ANA" },
  ]);
  const view = { type: "modal", title: plain("Give"), notify_on_close: true, blocks: [{ type: "divider" }] } as never;
  await web.views.open({ trigger_id: String(received[1]!.trigger_id), view });
  await slack.closeView({ user: "U0ANA" });
  expect(received[2]).toMatchObject({ type: "view_closed", is_cleared: false });
  expect(slack.openedViews("U0ANA")).toEqual([]);
});
