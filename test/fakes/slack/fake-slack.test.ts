import type { App } from "@slack/bolt";
import { WebClient } from "@slack/web-api";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { FakeSlack } from "./fake-slack.ts";
import { startFakeSlack } from "./start-fake-slack.ts";
import { quiet, startBolt } from "./test-products.ts";

const button = (value: string, text: string) => ({
  type: "button",
  action_id: `answer:${value}`,
  value,
  text: { type: "plain_text", text },
});
const card = [
  { type: "section", block_id: "question", text: { type: "mrkdwn", text: "Where to?" } },
  {
    type: "section",
    block_id: "regions",
    text: { type: "mrkdwn", text: "Regions" },
    accessory: {
      type: "multi_static_select",
      action_id: "pick",
      options: ["eu", "us"].map((value) => ({ value, text: { type: "plain_text", text: value.toUpperCase() } })),
    },
  },
  { type: "actions", block_id: "buttons", elements: [button("yes", "Ship"), button("no", "Wait")] },
];

let slack: FakeSlack;
let client: WebClient;
let closing: (() => Promise<void>)[];

beforeEach(async () => {
  slack = await startFakeSlack();
  client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl, ...quiet });
  closing = [() => slack.close()];
  slack.addUser({ id: "U0ANA", name: "ana", email: "ana@acme.example" });
  slack.addChannel({ id: "C0P", name: "proj", kind: "public", members: ["U0ANA", "U0BOT"] });
});

afterEach(async () => {
  for (const close of closing.toReversed()) await close();
});

test("a Bolt app is mentioned, asks with a card, is answered by a click, updates the card and thanks", async () => {
  const clicks: unknown[] = [];
  const listen = (app: App) => {
    app.event("app_mention", async ({ event, client: web }) => {
      await web.chat.postMessage({ channel: event.channel, thread_ts: event.ts, text: "Where to?", blocks: card });
    });
    app.action(/^answer:/, async ({ ack, body, respond, client: web }) => {
      clicks.push(body);
      await ack();
      if (body.type !== "block_actions" || !body.message || !body.channel) throw new Error("no message");
      await web.chat.update({ channel: body.channel.id, ts: body.message.ts, text: "Shipped", blocks: [] });
      await web.chat.postEphemeral({ channel: body.channel.id, user: body.user.id, text: "Noted" });
      await respond({ text: "Thank you", response_type: "ephemeral" });
    });
  };
  closing.push(await startBolt(slack, listen));

  const said = await slack.say({ user: "U0ANA", channel: "C0P", text: "<@U0BOT> ship it & tell <me>" });
  expect(said.statuses).toEqual([200, 200]);
  expect(slack.messages("C0P")[0]?.text).toBe("<@U0BOT> ship it &amp; tell &lt;me&gt;");
  const [, posted] = slack.messages("C0P", said.ts);
  expect(posted).toMatchObject({ user: "U0BOT", botId: "B0BOT", text: "Where to?", threadTs: said.ts });

  const where = { user: "U0ANA", channel: "C0P", messageTs: posted!.ts };
  await expect(slack.click({ ...where, text: "Burn" })).rejects.toThrow("No control");
  const answer = await slack.click({ ...where, text: "Ship", values: { regions: ["EU"] } });
  expect(answer.status).toBe(200);
  expect(clicks).toMatchObject([
    {
      container: { message_ts: posted!.ts, thread_ts: said.ts, is_ephemeral: false },
      message: { ts: posted!.ts, blocks: [{ block_id: "question" }, { block_id: "regions" }, { block_id: "buttons" }] },
      state: { values: { regions: { pick: { selected_options: [{ value: "eu" }] } } } },
      actions: [{ action_id: "answer:yes", block_id: "buttons", value: "yes" }],
    },
  ]);
  expect(slack.messages("C0P", said.ts)[1]).toMatchObject({
    text: "Shipped",
    blocks: undefined,
    edited: { user: "B0BOT" },
  });
  expect(slack.ephemerals("U0ANA").map((message) => message.text)).toEqual(["Noted", "Thank you"]);
  await expect(slack.click({ ...where, text: "Ship" })).rejects.toThrow("No control");

  const echoes = () => slack.attempts().filter((attempt) => attempt.type === "message" && attempt.ts !== said.ts);
  await slack.waitFor(() => echoes().length === 3, "the echo of the reply, the bumped parent and the update");
  expect(
    echoes()
      .map((echo) => echo.subtype)
      .toSorted(),
  ).toEqual(["message_changed", "message_changed", undefined]);
  expect(slack.attempts().every((attempt) => attempt.status === 200)).toBe(true);
});

test("a modal is opened once within three seconds, answers errors, and closes", async () => {
  const view = {
    type: "modal" as const,
    callback_id: "answer",
    private_metadata: "Q7",
    title: { type: "plain_text" as const, text: "Answer" },
    submit: { type: "plain_text" as const, text: "Send" },
    blocks: [
      {
        type: "input",
        block_id: "note",
        label: { type: "plain_text", text: "Note" },
        element: { type: "plain_text_input", action_id: "text" },
      },
    ],
  };
  const triggers: string[] = [];
  const listen = (app: App) => {
    app.action("answer:yes", async ({ ack, body, client: web }) => {
      const { trigger_id: triggerId } = body as { trigger_id: string };
      triggers.push(triggerId);
      await ack();
      if (triggers.length === 1) await web.views.open({ trigger_id: triggerId, view });
    });
    app.view("answer", async ({ ack, view: sent }) => {
      const note = sent.state.values.note?.text?.value;
      await (note === "no" ? ack({ response_action: "errors", errors: { note: "Say more" } }) : ack());
    });
  };
  closing.push(await startBolt(slack, listen));
  const { ts = "" } = await client.chat.postMessage({ channel: "C0P", text: "Where to?", blocks: card });
  const where = { user: "U0ANA", channel: "C0P", messageTs: ts, value: "yes" };
  await slack.click(where);
  expect(slack.openedViews("U0ANA")).toMatchObject([{ private_metadata: "Q7", blocks: [{ block_id: "note" }] }]);
  await expect(slack.submit({ user: "U0ANA" })).rejects.toThrow("note is required");
  expect(await slack.submit({ user: "U0ANA", values: { note: "no" } })).toMatchObject({
    outcome: "errors",
    errors: { note: "Say more" },
  });
  expect(await slack.submit({ user: "U0ANA", values: { note: "go" } })).toMatchObject({
    outcome: "closed",
    status: 200,
  });
  expect(slack.openedViews("U0ANA")).toEqual([]);

  await expect(client.views.open({ trigger_id: triggers[0]!, view })).rejects.toMatchObject({
    data: { error: "exchanged_trigger_id" },
  });
  await slack.click(where);
  slack.clock.offsetMs = 3100;
  await expect(client.views.open({ trigger_id: triggers[1]!, view })).rejects.toMatchObject({
    data: { error: "expired_trigger_id" },
  });
});
