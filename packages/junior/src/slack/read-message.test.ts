import { expect, test } from "vitest";
import type { MessageEvent } from "./payload.ts";
import { readMessage } from "./read-message.ts";

const install = { teamId: "T0A", teamName: "Acme", botUserId: "U0BOT", botId: "B0BOT", appId: "A0A" };
const event: MessageEvent = {
  type: "message",
  channel: "C0P",
  channel_type: "channel",
  user: "U0ANA",
  team: "T0A",
  ts: "1796000000.000100",
  text: "hello",
};
const read = (change: Partial<MessageEvent>) => readMessage({ ...event, ...change }, install);

test.each([
  ["<@U0BOT> ship it &amp; tell &lt;me&gt;", "ship it & tell <me>", true],
  ["<@U0BOT|junior>: ship it", "ship it", true],
  ["please <@U0BOT> ask <@U0BEN|ben>", "please <@U0BOT> ask <@U0BEN>", true],
  ["<@U0BEN> look", "<@U0BEN> look", false],
  ["hello", "hello", false],
  ["<@U0BOT>", "<@U0BOT>", true],
])("%s", (text, stored, isForJunior) => {
  expect(read({ text })).toMatchObject({ text: stored, isForJunior });
});

test("a DM and an app_mention are for Junior whatever they say", () => {
  expect(read({ channel: "D0A", channel_type: "im" })).toMatchObject({ isForJunior: true, isPublic: false });
  expect(read({ type: "app_mention", channel_type: undefined })).toMatchObject({ isForJunior: true, isPublic: null });
});

test("files alone are named", () => {
  expect(read({ text: "", files: [{ name: "a.csv" }, {}] })).toMatchObject({ text: "(sent a.csv, a file)" });
});

test.each([
  ["Junior itself", { user: "U0BOT" }],
  ["Slack itself", { user: "USLACKBOT" }],
  ["our own app", { app_id: "A0A" }],
])("%s is ignored", (_, change) => {
  expect(read(change)).toBeNull();
});

test.each([
  [{}, "T0A"],
  [{ team: undefined }, null],
  [{ user_team: "T0OTHER" }, "T0OTHER"],
  [{ source_team: "T0OTHER" }, "T0OTHER"],
])("the message itself says whose its author is, or does not: %j", (change, authorTeam) => {
  expect(read(change)).toMatchObject({ authorTeam });
});

test("the root of a thread is itself at the top level", () => {
  expect(read({ thread_ts: event.ts })).toMatchObject({ threadTs: null });
  expect(read({ thread_ts: "1796000000.000001" })).toMatchObject({ threadTs: "1796000000.000001" });
});
