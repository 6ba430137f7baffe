import fc from "fast-check";
import { expect, test } from "vitest";
import { isStorable } from "../base/storable.ts";
import { readPayload } from "./read-payload.ts";

const message = {
  type: "message",
  channel: "C0P",
  channel_type: "channel",
  user: "U0ANA",
  team: "T0A",
  ts: "1796000000.000100",
  text: "hi",
};
const event = (change: object) => readPayload({ type: "event_callback", team_id: "T0A", event: { ...message, ...change } });
const clicked = {
  type: "block_actions",
  team: { id: "T0A" },
  user: { id: "U0ANA", team_id: "T0A" },
  container: { type: "message", channel_id: "C0P", message_ts: "1796000000.000200" },
  channel: { id: "C0P" },
  actions: [{ type: "button", action_id: "answer:x" }],
  state: { values: { block: { given: { value: null } } } },
};

test.each([undefined, null, "file_share", "thread_broadcast", "me_message", "a_kind_of_the_future"])(
  "a message of subtype %s is read",
  (subtype) => {
    expect(event({ subtype, thread_ts: null, blocks: [{}] })).toEqual({
      payload: { type: "event_callback", team_id: "T0A", event: { ...message, thread_ts: undefined } },
    });
  },
);

test.each([
  ["an edit that says nothing", { subtype: "message_changed", user: undefined }],
  ["a join", { subtype: "channel_join" }],
  ["another bot", { bot_id: "B0X", user: undefined }],
  ["a bot by its profile", { bot_profile: {} }],
  ["a bot's message without a user", { subtype: "bot_message", user: undefined, bot_id: "B0X" }],
  ["a subtype that is no text", { subtype: 7 }],
  ["another event", { type: "reaction_added", user: [] }],
])("%s is not handled", (_, change) => {
  expect(event(change)).toBe("unhandled");
});

test.each([
  ["no user", { user: null }],
  ["a user that is no id", { user: "<@U0ANA>" }],
  ["no channel", { channel: undefined }],
  ["a channel as an object", { channel: { id: "C0P" } }],
  ["a number as its time", { ts: 1_796_000_000.0001 }],
  ["no thread", { thread_ts: "soon" }],
  ["a text that is none", { text: {} }],
  ["a team that is none", { team: ["T0A"] }],
  ["a team of a name that is too long", { user_team: "T".repeat(3_000) }],
])("a message with %s is malformed", (_, change) => {
  expect(event(change)).toBe("malformed");
});

const edit = (message: object, previous?: object) =>
  event({
    subtype: "message_changed",
    user: undefined,
    message: { user: "U0ANA", ts: "1796000000.000100", text: "new", edited: { user: "U0ANA", ts: "2.1" }, ...message },
    previous_message: { text: "old", ...previous },
  });

test("a person's new words are an edit", () => {
  expect(edit({})).toMatchObject({ payload: { event: { subtype: "message_changed", message: { text: "new" } } } });
});

test.each([
  ["a preview under an edited message", { attachments: [{}] }, { text: "new" }],
  ["a reply counter", { edited: undefined, reply_count: 2 }, { text: "new" }],
  ["what somebody else changed", { edited: { user: "B0BOT" } }, {}],
  ["a bot's own update", { bot_id: "B0BOT" }, {}],
])("%s is no edit", (_, message, previous) => {
  expect(edit(message, previous)).toBe("unhandled");
});

test("a deleted message, and the tombstone of a deleted root, are a deletion", () => {
  const deletion = { payload: { event: { type: "message", subtype: "message_deleted", channel: "C0P", deleted_ts: "1796000000.000100" } } };
  expect(event({ subtype: "message_deleted", user: undefined, deleted_ts: "1796000000.000100" })).toMatchObject(deletion);
  expect(edit({ subtype: "tombstone", user: "USLACKBOT", edited: undefined })).toMatchObject(deletion);
});

const other = (given: object) => readPayload({ type: "event_callback", team_id: "T0A", event: given });

test("what changes who may do what, and who may read, is read", () => {
  const user = { id: "U0ANA", team_id: "T0A", name: "ana", deleted: true, profile: { display_name: "ana" }, updated: 1_796_000_000 };
  expect(other({ type: "user_change", user: { ...user, tz: null, is_bot: false } })).toMatchObject({ payload: { event: { user } } });
  const left = { type: "member_left_channel", user: "U0ANA", channel: "C0P", event_ts: "1796000000.000300" };
  expect(other({ ...left, channel_type: "G", team: "T0A" })).toMatchObject({ payload: { event: left } });
  const closed = { type: "message", subtype: "channel_convert_to_private", channel: "C0P" };
  expect(other({ ...closed, user: "U0ANA", text: "made this private", channel_type: "group" })).toMatchObject({
    payload: { event: closed },
  });
});

test.each([
  ["a changed user who is none", { type: "user_change", user: "U0ANA" }],
  ["a user who is deleted perhaps", { type: "user_change", user: { id: "U0ANA", deleted: "yes" } }],
  ["somebody who left nothing", { type: "member_left_channel", user: "U0ANA", channel: null }],
])("%s is malformed", (_, given) => {
  expect(other(given)).toBe("malformed");
});

test("our command is read, another app's is not handled", () => {
  const typed = { command: "/junior", text: "desk", team_id: "T0A", user_id: "U0ANA", channel_id: "C0P" };
  expect(readPayload({ ...typed, token: "x" })).toEqual({ payload: typed });
  expect(readPayload({ ...typed, command: "/other" })).toBe("unhandled");
  expect(readPayload({ ...typed, user_id: 7 })).toBe("malformed");
});

test("what no text may hold is taken out of a message", () => {
  expect(event({ text: "a\0b\ud800", files: [{ name: "c\0.csv", id: "F1" }] })).toMatchObject({
    payload: { event: { text: "ab\ufffd", files: [{ name: "c.csv" }] } },
  });
});

test("of a file, what has another form is left out, and the rest is kept", () => {
  const sent = [
    { id: "F1", name: 7, size: 1.5, url_private: 5 },
    { id: "F2", name: "b.csv", size: 1e30 },
    { id: "f3", size: -1 },
    { id: "F4", size: "12", url_private_download: "\0" },
    null,
    { id: "F5", name: "e.csv", size: 5 },
  ];
  const kept = [{ id: "F1" }, { id: "F2", name: "b.csv" }, {}, { id: "F4" }, {}, { id: "F5", name: "e.csv", size: 5 }];
  expect(event({ files: sent })).toMatchObject({ payload: { event: { text: "hi", files: kept } } });
});

test.each([
  ["files that are no list", { files: "F1" }, "files"],
  ["a kind of channel that is none", { channel_type: 7 }, "channel_type"],
  ["an app that is none", { app_id: {} }, "app_id"],
])("a message with %s is read without", (_, change, key) => {
  const read = event(change);
  expect(read).toMatchObject({ payload: { event: { text: "hi" } } });
  expect(JSON.stringify(read)).not.toContain(`"${key}"`);
});

test("a click is read without what nobody reads of it", () => {
  expect(readPayload({ ...clicked, name: "x", command: "/x", message: { text: "old" } })).toEqual({ payload: clicked });
  expect(readPayload({ ...clicked, channel: null, state: null, team: null })).toMatchObject({ payload: { user: clicked.user } });
});

test.each(["old", "", "xanswer:1"])("a control %j is not handled", (actionId) => {
  expect(readPayload({ ...clicked, user: null, actions: [{ action_id: actionId }] })).toBe("unhandled");
});

test.each([
  ["no actions", { actions: [] }],
  ["actions that are none", { actions: "answer" }],
  ["an action of nothing", { actions: [{}] }],
  ["a number as its control", { actions: [{ type: "button", action_id: 7 }] }],
  ["a second action of nothing", { actions: [...clicked.actions, {}] }],
  ["an action without a type", { actions: [{ action_id: "answer:x" }] }],
  ["a list as its user", { user: { id: [], team_id: "T0A" } }],
  ["a user of no team", { user: { id: "U0ANA" } }],
  ["no container", { container: undefined }],
  ["a container elsewhere", { container: { type: "message", message_ts: 7 } }],
  ["a channel as a text", { channel: "C0P" }],
  ["entries that are none", { state: { values: { block: { given: "x" } } } }],
])("a click with %s is malformed", (_, change) => {
  expect(readPayload({ ...clicked, ...change })).toBe("malformed");
});

test.each(["view_submission", "shortcut", "app_rate_limited"])("%s is not handled, whatever it holds", (type) => {
  expect(readPayload({ type, view: 7, event: null })).toBe("unhandled");
});

test("whatever stands in one place of a payload, it is read, refused or left, and nothing unstorable comes out of a message", () => {
  const junk = fc.oneof(fc.jsonValue(), fc.constantFrom("\0", "\ud800", "", "__proto__"));
  const keys = fc.constantFrom("type", "event", ...Object.keys(message), "subtype", "files", "thread_ts", ...Object.keys(clicked));
  fc.assert(
    fc.property(keys, junk, fc.boolean(), (key, value, isClick) => {
      const body = isClick ? { ...clicked, [key]: value } : { type: "event_callback", event: { ...message, [key]: value } };
      const read = readPayload(body);
      const event = typeof read === "string" ? undefined : read.payload.event;
      for (const text of textsOf(event)) expect(text).toSatisfy(isStorable);
    }),
    { numRuns: 500 },
  );
});

const textsOf = (value: unknown): string[] =>
  typeof value === "string" ? [value] : typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
