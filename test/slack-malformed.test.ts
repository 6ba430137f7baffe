import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { colours, useSlackRoom } from "./use-slack-room.ts";

const { room, messages, ask, item } = useSlackRoom();

type Json = Record<string, unknown>;
const event: Json = {
  type: "app_mention",
  user: "U0ANA",
  team: "T0A",
  channel: "C0P",
  channel_type: "im",
  ts: "1796000000.000100",
  text: "<@U0BOT> hi",
};
const sendEvent = (change: Json) =>
  room.fake.sendRaw(JSON.stringify({ type: "event_callback", team_id: "T0A", event: { ...event, ...change } }));
const sendClick = (payload: unknown) =>
  room.fake.sendRaw(new URLSearchParams({ payload: typeof payload === "string" ? payload : JSON.stringify(payload) }).toString(), {
    contentType: "application/x-www-form-urlencoded",
  });

test("a malformed event is refused once and for all, at once, and nothing is stored", async () => {
  const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const answers = [
    ...(await Promise.all([{ user: null }, { user: [] }, { channel: {} }, { ts: 1 }, { text: [] }, { thread_ts: 1 }].map(sendEvent))),
    await room.fake.sendRaw(`{"type":"event_callback","team_id":"T0A","event":{"type":"message","blocks":${nested}}}`),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ status: 400, headers: { "x-slack-no-retry": "1" } });
  expect(await messages()).toEqual([]);
});

test("a file's name and a text may hold what cannot be stored", async () => {
  expect(await sendEvent({ subtype: "file_share", text: "", files: [{ name: "a\0b.csv" }] })).toMatchObject({ status: 200 });
  expect(await sendEvent({ ts: "1796000000.000200", text: "c\0d \ud800" })).toMatchObject({ status: 200 });
  expect(await messages()).toMatchObject([{ title: "(sent ab.csv)" }, { title: "cd \ufffd" }]);
});

test.each<[string, unknown]>([
  ["a part of a byte", [{ id: "F1", name: "a.csv", size: 1.5 }]],
  ["more bytes than there are", [{ id: "F1", name: "a.csv", size: 1e30 }]],
  ["less than nothing", [{ id: "F1", name: "a.csv", size: -5 }]],
  ["a size as a text", [{ id: "F1", name: "a.csv", size: "12" }]],
  ["a name as a number", [{ id: "F1", name: 7, size: 1 }]],
  ["addresses that are none", [{ id: "F1", name: "a.csv", url_private: 5, url_private_download: "\0" }]],
])("a file of %s is kept with what can be used of it", async (_, files) => {
  expect(await sendEvent({ subtype: "file_share", text: "look", files })).toMatchObject({ status: 200 });
  expect(await messages()).toMatchObject([{ text: "look" }]);
  expect(await room.rows.query("select slack_file_id from junior_slack_files")).toEqual([{ slack_file_id: "F1" }]);
});

test.each<[string, unknown]>([
  ["an id that is none", [{ id: "f1" }]],
  ["no id", [{ name: "a.csv" }]],
  ["a number for itself", [7]],
  ["nothing for itself", [null]],
])("a file of %s is left out, and the message and its other file are kept", async (_, files) => {
  const both = [...(files as unknown[]), { id: "F2", name: "b.csv" }];
  expect(await sendEvent({ subtype: "file_share", text: "look", files: both })).toMatchObject({ status: 200 });
  expect(await messages()).toMatchObject([{ text: "look" }]);
  expect(await room.rows.query("select slack_file_id from junior_slack_files")).toEqual([{ slack_file_id: "F2" }]);
});

test.each<[string, Json]>([
  ["files that are no list", { files: 1 }],
  ["more files than a message has", { files: Array.from({ length: 20_000 }, (_, index) => ({ id: `F${index}` })) }],
  ["a kind of channel that is none", { channel_type: 7 }],
  ["an app that is none", { app_id: {} }],
])("a message with %s is kept", async (_, change) => {
  expect(await sendEvent({ text: "look", ...change })).toMatchObject({ status: 200 });
  expect(await messages()).toMatchObject([{ text: "look" }]);
});

test("a malformed click is refused at once and records nothing", async () => {
  const { card, itemId } = await ask(colours);
  const click: Json = {
    type: "block_actions",
    team: { id: "T0A" },
    user: { id: "U0ANA", team_id: "T0A" },
    container: { type: "message", channel_id: "C0P", message_ts: card.ts },
    channel: { id: "C0P" },
    state: { values: {} },
    actions: [{ type: "button", action_id: `answer:${itemId}:1:0`, block_id: "b" }],
  };
  const malformed: Json[] = [
    { actions: [{}] },
    { actions: [{ type: "button", action_id: 7 }] },
    { actions: "x" },
    { user: { id: [], team_id: "T0A" } },
    { user: { id: "U0ANA" } },
    { container: undefined },
    { container: [] },
    { state: { values: [null] } },
    { channel: 1 },
  ];
  for (const change of malformed)
    expect(await sendClick({ ...click, ...change })).toMatchObject({ status: 400, headers: { "x-slack-no-retry": "1" } });
  expect(await sendClick(`{"type":"block_actions","state":${'{"a":'.repeat(100_000)}`)).toMatchObject({ status: 400 });
  expect(await item()).toMatchObject({ closed_how: null });
  expect(await sendClick({ ...click, channel: null, state: null })).toMatchObject({ status: 200 });
  expect(await item()).toMatchObject({ closed_how: "answered" });
});

test("an entry that names no option is told so, and records nothing", async () => {
  const { card, itemId } = await ask({
    kind: "decision",
    questions: [{ label: "Where", input: { kind: "multiple-choice", options: ["EU", "US"] } }],
  });
  const tellings: string[] = [];
  const teller = createServer((request, response) => {
    void text(request).then((telling) => response.end(() => tellings.push(telling)));
  }).listen(0, "127.0.0.1");
  await once(teller, "listening");
  await sendClick({
    type: "block_actions",
    team: { id: "T0A" },
    user: { id: "U0ANA", team_id: "T0A" },
    container: { type: "message", channel_id: "C0P", message_ts: card.ts },
    channel: { id: "C0P" },
    response_url: `http://127.0.0.1:${(teller.address() as AddressInfo).port}/`,
    state: { values: { [`question:${itemId}:1:0`]: { given: { selected_options: [{ value: "" }] } } } },
    actions: [{ type: "button", action_id: `answer:${itemId}:1:send`, block_id: "b" }],
  });
  await expect.poll(() => tellings).toEqual([expect.stringContaining('Not recorded: \\"Where\\" is not one of the options')]);
  await new Promise((resolve) => teller.close(resolve));
  expect(await item()).toMatchObject({ closed_how: null });
});

test("bodies that nobody signed are refused before they are read", async () => {
  const { port } = room.server.address() as AddressInfo;
  const head = "POST /slack/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4000000\r\n\r\n";
  const answers = await Promise.all(
    Array.from(
      { length: 250 },
      () =>
        new Promise<string>((resolve) => {
          let answer = "";
          const socket = connect(port, "127.0.0.1", () => socket.write(head));
          socket.on("data", (part) => (answer += part.toString()));
          socket.on("error", () => undefined);
          socket.on("close", () => resolve(answer.slice(0, 12)));
        }),
    ),
  );
  expect(new Set(answers)).toEqual(new Set(["HTTP/1.1 401"]));
});
