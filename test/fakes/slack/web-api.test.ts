import { LogLevel, WebClient } from "@slack/web-api";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FakeSlack } from "./fake-slack.ts";
import { startFakeSlack } from "./start-fake-slack.ts";

let slack: FakeSlack;
let web: WebClient;

beforeEach(async () => {
  slack = await startFakeSlack({ teamId: "T0ACME" });
  web = clientWith(slack.botToken);
  slack.addUser({ id: "U0ANA", name: "ana", email: "ana@acme.example" });
  slack.addUser({ id: "U0BEN", name: "ben" });
  slack.addChannel({ id: "C0P", name: "proj", kind: "public", members: ["U0ANA", "U0BOT"] });
  slack.addChannel({ id: "C0OTHER", name: "other", kind: "public", members: ["U0ANA"] });
  slack.addChannel({ id: "C0SECRET", name: "secret", kind: "private", members: ["U0ANA"] });
});

afterEach(() => slack.close());

function clientWith(token: string): WebClient {
  return new WebClient(token, {
    slackApiUrl: slack.apiUrl,
    logLevel: LogLevel.ERROR,
    logger: silent(),
    retryConfig: { retries: 0 },
  });
}

function silent() {
  const say = () => {};
  return { debug: say, info: say, warn: say, error: say, setLevel: say, getLevel: () => LogLevel.ERROR, setName: say };
}

const refused = (error: string) => ({ data: { ok: false, error } });
const postText = (channel: string, text: string, threadTs?: string) => web.chat.postMessage({ channel, text, thread_ts: threadTs });

test("auth.test knows the token, its scopes and nobody else", async () => {
  expect(await web.auth.test()).toMatchObject({
    team_id: "T0ACME",
    user_id: "U0BOT",
    bot_id: "B0BOT",
    response_metadata: { scopes: expect.arrayContaining(["chat:write"]) },
  });
  await expect(clientWith("xoxb-wrong").auth.test()).rejects.toMatchObject(refused("invalid_auth"));
  const unsigned = await fetch(`${slack.apiUrl}auth.test`, { method: "POST" });
  expect(await unsigned.json()).toEqual({ ok: false, error: "not_authed" });
  await expect(web.apiCall("chat.shout")).rejects.toMatchObject(refused("unknown_method"));
});

describe("posting", () => {
  test("is refused where Slack refuses", async () => {
    await expect(postText("C0NONE", "a")).rejects.toMatchObject(refused("channel_not_found"));
    await expect(postText("C0SECRET", "a")).rejects.toMatchObject(refused("channel_not_found"));
    await expect(postText("C0OTHER", "a")).rejects.toMatchObject(refused("not_in_channel"));
    await expect(postText("C0P", " ")).rejects.toMatchObject(refused("no_text"));
    await expect(web.chat.postMessage({ channel: "C0P", markdown_text: "a".repeat(12_001) })).rejects.toMatchObject(
      refused("msg_too_long"),
    );
    const sections = Array.from({ length: 5 }, () => ({
      type: "section",
      text: { type: "mrkdwn", text: "a".repeat(2900) },
    }));
    await expect(web.chat.postMessage({ channel: "C0P", text: "a", blocks: sections })).rejects.toMatchObject(
      refused("msg_blocks_too_long"),
    );
    const files = [{ type: "image", alt_text: "a", slack_file: { id: "F0NONE" } }];
    await expect(web.chat.postMessage({ channel: "C0P", text: "a", blocks: files })).rejects.toMatchObject(refused("invalid_blocks"));
    await expect(web.chat.postEphemeral({ channel: "C0P", user: "U0BEN", text: "a" })).rejects.toMatchObject(
      refused("user_not_in_channel"),
    );
    slack.archive("C0P");
    await expect(postText("C0P", "a")).rejects.toMatchObject(refused("is_archived"));
    expect(slack.messages("C0P")).toEqual([]);
  });

  test("names every fault of bad blocks", async () => {
    const blocks = [{ type: "actions", elements: [{ type: "button", text: { type: "plain_text", text: "a".repeat(76) } }] }];
    await expect(web.chat.postMessage({ channel: "C0P", text: "a", blocks })).rejects.toMatchObject({
      data: {
        error: "invalid_blocks",
        response_metadata: {
          messages: ["[ERROR] must be less than 76 characters [json-pointer:/blocks/0/elements/0/text/text]"],
        },
      },
    });
  });

  test("cuts text at 40,000 with a warning and gives rising ts", async () => {
    const answers = [await postText("C0P", "a".repeat(40_001)), await postText("C0P", "b"), await postText("C0P", "c")];
    expect(answers[0]).toMatchObject({ warning: "message_truncated" });
    expect(slack.messages("C0P")[0]?.text).toHaveLength(40_000);
    const stamps = answers.map((answer) => String(answer.ts));
    expect(stamps.every((ts) => /^\d{10}\.\d{6}$/.test(ts))).toBe(true);
    expect(new Set(stamps).size).toBe(3);
    expect(stamps.toSorted()).toEqual(stamps);
  });

  test("under a deleted parent lands at channel root", async () => {
    const { ts: root = "" } = await postText("C0P", "root");
    expect((await postText("C0P", "reply", root)).message).toMatchObject({ thread_ts: root, parent_user_id: "U0BOT" });
    await web.chat.delete({ channel: "C0P", ts: root });
    const answer = await postText("C0P", "late", root);
    expect(answer).toMatchObject({ ok: true, message: { text: "late" } });
    expect(answer.message).not.toHaveProperty("thread_ts");
    await expect(web.apiCall("assistant.threads.setStatus", { channel_id: "C0P", thread_ts: root, status: "reads" })).rejects.toMatchObject(
      refused("invalid_thread_ts"),
    );
    expect((await web.conversations.replies({ channel: "C0P", ts: root })).messages).toMatchObject([
      { subtype: "tombstone" },
      { text: "reply" },
    ]);
  });
});

test("an update changes own messages only, and text alone takes the blocks away", async () => {
  const { ts: foreign } = await slack.say({ user: "U0ANA", channel: "C0P", text: "mine" });
  await expect(web.chat.update({ channel: "C0P", ts: foreign, text: "a" })).rejects.toMatchObject(refused("cant_update_message"));
  await expect(web.chat.update({ channel: "C0P", ts: "1.000001", text: "a" })).rejects.toMatchObject(refused("message_not_found"));
  const { ts = "" } = await web.chat.postMessage({ channel: "C0P", text: "a", blocks: [{ type: "divider" }] });
  await web.chat.update({ channel: "C0P", ts, metadata: { event_type: "e", event_payload: {} } } as never);
  expect(slack.messages("C0P", ts)).toMatchObject([{ text: "a", blocks: [{ type: "divider" }] }]);
  await web.chat.update({ channel: "C0P", ts, text: "b" });
  expect(slack.messages("C0P", ts)).toMatchObject([{ text: "b", blocks: undefined, edited: { user: "B0BOT" } }]);
  await expect(web.chat.update({ channel: "C0P", ts, text: "a".repeat(4001) })).rejects.toMatchObject(refused("msg_too_long"));
});

test("a thread is read oldest first, in pages, within bounds", async () => {
  const { ts: root = "" } = await postText("C0P", "root");
  const stamps: string[] = [];
  for (const text of ["1", "2", "3", "4", "5"]) stamps.push(String((await postText("C0P", text, root)).ts));
  const read = async (over: object) => {
    const answer = await web.conversations.replies({ channel: "C0P", ts: root, ...over });
    return {
      texts: answer.messages?.map((message) => message.text),
      cursor: answer.response_metadata?.next_cursor,
      hasMore: answer.has_more,
    };
  };
  const first = await read({ limit: 4 });
  expect(first).toMatchObject({ texts: ["root", "1", "2", "3"], hasMore: true });
  expect(await read({ limit: 4, cursor: first.cursor })).toMatchObject({
    texts: ["4", "5"],
    hasMore: false,
    cursor: "",
  });
  expect((await read({ oldest: stamps[1], latest: stamps[3] })).texts).toEqual(["root", "3"]);
  expect((await read({ oldest: stamps[1], latest: stamps[3], inclusive: true })).texts).toEqual(["root", "2", "3", "4"]);
  const history = await web.conversations.history({ channel: "C0P" });
  expect(history.messages).toMatchObject([{ text: "root", reply_count: 5, latest_reply: stamps[4] }]);
});

test("people, conversations and permalinks are found or refused", async () => {
  expect((await web.users.lookupByEmail({ email: "ANA@acme.example" })).user?.id).toBe("U0ANA");
  await expect(web.users.lookupByEmail({ email: "cai@acme.example" })).rejects.toMatchObject(refused("users_not_found"));
  await expect(web.users.info({ user: "U0NONE" })).rejects.toMatchObject(refused("user_not_found"));
  const { channel } = await web.conversations.open({ users: "U0BEN" });
  expect((await web.conversations.open({ users: "U0BEN" })).channel?.id).toBe(channel?.id);
  expect((await web.conversations.info({ channel: channel!.id! })).channel).toMatchObject({
    is_im: true,
    user: "U0BEN",
  });
  expect((await web.conversations.members({ channel: "C0P" })).members).toEqual(["U0ANA", "U0BOT"]);
  expect((await web.bots.info({ bot: "B0BOT" })).bot?.app_id).toBe("A0A");
  const { ts = "" } = await postText("C0P", "a");
  expect((await web.chat.getPermalink({ channel: "C0P", message_ts: ts })).permalink).toBe(
    `https://acme.slack.com/archives/C0P/p${ts.replace(".", "")}`,
  );
});

test("reactions and the status of a thread come and go", async () => {
  const { ts = "" } = await postText("C0P", "a");
  await web.reactions.add({ channel: "C0P", timestamp: ts, name: "eyes" });
  await expect(web.reactions.add({ channel: "C0P", timestamp: ts, name: "eyes" })).rejects.toMatchObject(refused("already_reacted"));
  expect(slack.reactions("C0P", ts)).toEqual([{ name: "eyes", users: ["U0BOT"] }]);
  await web.reactions.remove({ channel: "C0P", timestamp: ts, name: "eyes" });
  await expect(web.reactions.remove({ channel: "C0P", timestamp: ts, name: "eyes" })).rejects.toMatchObject(refused("no_reaction"));
  const show = () => web.apiCall("assistant.threads.setStatus", { channel_id: "C0P", thread_ts: ts, status: "is reading" });
  await show();
  expect(slack.status("C0P", ts)).toBe("is reading");
  await postText("C0P", "done", ts);
  expect(slack.status("C0P", ts)).toBeUndefined();
  await show();
  slack.clock.offsetMs = 121_000;
  expect(slack.status("C0P", ts)).toBeUndefined();
});

test("files go up, are shared and embedded, and come down with the token only", async () => {
  await web.filesUploadV2({ channel_id: "C0P", filename: "a.png", file: Buffer.from("pixels"), initial_comment: "see" });
  const [shared] = slack.messages("C0P");
  expect(shared).toMatchObject({ subtype: "file_share", text: "see", files: [{ name: "a.png" }] });
  const { file } = await web.files.info({ file: shared!.files![0]!.id });
  const blocks = [{ type: "image", alt_text: "a", slack_file: { id: file!.id! } }];
  expect((await web.chat.postMessage({ channel: "C0P", text: "a", blocks })).ok).toBe(true);
  const signedIn = await fetch(file!.url_private_download!, { headers: { authorization: `Bearer ${slack.botToken}` } });
  expect(await signedIn.text()).toBe("pixels");
  const signedOut = await fetch(file!.url_private_download!);
  expect([signedOut.status, signedOut.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
});

test("a stream keeps one mode and dies after five minutes", async () => {
  const { ts: root } = await slack.say({ user: "U0ANA", channel: "C0P", text: "go" });
  const start = { channel: "C0P", thread_ts: root, recipient_user_id: "U0ANA", recipient_team_id: "T0ACME" };
  await expect(web.chat.startStream({ ...start, recipient_user_id: undefined })).rejects.toMatchObject(
    refused("missing_recipient_user_id"),
  );
  const { ts = "" } = await web.chat.startStream({ ...start, markdown_text: "one " });
  await web.chat.appendStream({ channel: "C0P", ts, markdown_text: "two" });
  await expect(web.chat.appendStream({ channel: "C0P", ts, chunks: [{ type: "markdown_text", text: "x" }] })).rejects.toMatchObject(
    refused("streaming_mode_mismatch"),
  );
  slack.clock.offsetMs = 301_000;
  await expect(web.chat.stopStream({ channel: "C0P", ts })).rejects.toMatchObject(refused("message_not_in_streaming_state"));
  expect(slack.messages("C0P", root)[1]?.text).toBe("one two");
});
