import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { neededScopes } from "../packages/junior/src/slack/needed-scopes.ts";
import { useSlackRoom } from "./use-slack-room.ts";

const { room } = useSlackRoom();

const csv = (name: string, content: string | Buffer = "a,b") => ({ name, mimetype: "text/csv", content });
const send = (files: ReturnType<typeof csv>[], text = "<@U0BOT> look") => room.fake.say({ user: "U0ANA", channel: "C0P", text, files });
const linked = () =>
  room.rows.query<{ name: string; bytes: Buffer }>(
    `select file.name, content.bytes from junior_message_files link join junior_files file on file.id = link.file_id
     join junior_file_bytes content on content.hash = file.hash order by link.position`,
  );
const states = () => room.rows.query("select name, state, unread_because, finished from junior_slack_files order by position");
const told = (text: string) =>
  room.fake.waitFor(() => room.fake.ephemerals("U0ANA").some((line) => line.text.includes(text)), `ana told ${text}`, 8_000);
const notes = () => room.rows.query<{ text: string }>("select text from junior_messages where author_kind = 'event'");
const settled = async () => {
  const [message] = await room.rows.query<{ conversation_id: string }>("select conversation_id from junior_messages");
  await room.slack.filesSettled(message?.conversation_id ?? "");
};

test("all files of a message are on it, in their order, once", async () => {
  await send([csv("one.csv", "1"), csv("two.csv", "2"), csv("three.csv", "3")]);
  await settled();
  expect((await linked()).map(({ name, bytes }) => `${name} ${bytes.toString()}`)).toEqual(["one.csv 1", "two.csv 2", "three.csv 3"]);
});

test("without the scope Slack gives a page to sign in on: said to the author, to the model and in the status", async () => {
  room.fake.scopes.splice(room.fake.scopes.indexOf("files:read"), 1);
  await send([csv("see.csv")]);
  await told("I could not read see.csv: my Slack app lacks the permission files:read");
  expect(await notes()).toMatchObject([{ text: expect.stringContaining("I could not read see.csv") }]);
  expect(await linked()).toEqual([]);
  expect(Object.keys(neededScopes)).toContain("files:read");
});

test("one that is too large is not fetched, and the others are", async () => {
  await send([csv("big.csv", Buffer.alloc(20 * 1024 * 1024 + 1)), csv("small.csv", "s")]);
  await told("I could not read big.csv: it is larger than 20 MB.");
  expect((await linked()).map(({ name }) => name)).toEqual(["small.csv"]);
});

test("the bot's token goes to no other host than Slack's", async () => {
  const asked: unknown[] = [];
  const elsewhere = createServer((request, response) => {
    asked.push(request.headers.authorization);
    response.end("x");
  }).listen(0, "127.0.0.1");
  await once(elsewhere, "listening");
  const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/doc`;
  const event = {
    type: "message",
    subtype: "file_share",
    user: "U0ANA",
    team: "T0A",
    channel: "C0P",
    ts: "1796000000.000100",
    text: "<@U0BOT> see",
  };
  await room.fake.sendEvent({ event: { ...event, files: [{ id: "F0OUT", name: "doc", url_private: url }] } });
  await told("I could not read doc: it is kept outside Slack.");
  expect(asked).toEqual([]);
  await new Promise((resolve) => elsewhere.close(resolve));
});

test("of a file that a message names by its id only, Slack is asked where it is", async () => {
  const file = room.fake.addFile(csv("known.csv", "k"), "U0BEN");
  const event = {
    type: "message",
    subtype: "file_share",
    user: "U0ANA",
    team: "T0A",
    channel: "C0P",
    ts: "1796000000.000100",
    text: "<@U0BOT> see",
  };
  await room.fake.sendEvent({ event: { ...event, files: [{ id: file.id, file_access: "check_file_info" }] } });
  await settled();
  expect((await linked()).map(({ bytes }) => bytes.toString())).toEqual(["k"]);
});

test("what a dead process had claimed or read is taken up", async () => {
  await room.slack.close();
  await send([csv("left.csv", "l"), csv("behind.csv", "b")]);
  await room.rows.query("update junior_slack_files set attempts = 1 where name = 'left.csv'");
  expect(await states()).toMatchObject([{ state: "waiting" }, { state: "waiting" }]);
  const again = await room.openAgain();
  await expect.poll(states, { timeout: 8_000 }).toMatchObject([{ finished: true }, { finished: true }]);
  expect(await linked()).toHaveLength(2);
  await room.rows.query("update junior_slack_files set finished = false");
  await room.rows.query("delete from junior_message_files");
  await room.rows.query("update junior_files set attached = false");
  await expect.poll(linked, { timeout: 8_000 }).toHaveLength(2);
  await again.close();
});

test("a message that was deleted with its conversation takes its waiting files with it", async () => {
  room.fake.scopes.splice(0);
  await room.slack.close();
  await send([csv("gone.csv")]);
  await room.rows.query("delete from junior_messages");
  expect(await states()).toEqual([]);
});
