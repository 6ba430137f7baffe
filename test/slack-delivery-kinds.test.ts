import { expect, test } from "vitest";
import { slackHand } from "./slack-hand.ts";
import { useSlackRoom } from "./use-slack-room.ts";

const slackRoom = useSlackRoom();
const { room } = slackRoom;
const { asked, reply, file, react, erase, row, rows, ours } = slackHand(slackRoom);

const until = { timeout: 8_000, interval: 50 };
const posted = (id: string) => expect.poll(async () => (await row(id)).posted_version, until).toBeGreaterThan(0);
const parked = (id: string) => expect.poll(async () => (await row(id)).parked_code, until);
const csv = Buffer.from("a,b\n1,2\n");
const shared = (ts: string) => ours("C0P", ts).flatMap((one) => one.files ?? []);

test("a reaction stands on the person's message, once, though the first answer was lost", async () => {
  const about = await asked();
  room.fake.failNext({ method: "reactions.add", how: "drop-after" });
  await posted(await react(about, "eyes"));
  expect(room.fake.reactions("C0P", about.ts)).toEqual([{ name: "eyes", users: ["U0BOT"] }]);
  expect(room.fake.calls("reactions.add")).toHaveLength(2);
});

test("a reaction on a message that is gone is set aside, and nobody is told", async () => {
  const about = await asked();
  await room.fake.remove({ user: "U0ANA", channel: "C0P", ts: about.ts });
  await parked(await react(about, "eyes")).toBe("message_not_found");
  expect((await rows()).map(({ kind }) => kind)).toEqual(["reaction"]);
});

test("a file is shared in its thread", async () => {
  const about = await asked();
  await posted(await file(about, "sums.csv", csv));
  expect(shared(about.ts).map(({ name, content }) => [name, content.toString()])).toEqual([["sums.csv", csv.toString()]]);
});

test.each(["files.getUploadURLExternal", "files.completeUploadExternal", "files.info"])(
  "a file is shared once, though the answer of %s was lost twice",
  async (method) => {
    const about = await asked();
    room.fake.failNext({ method, times: 2, how: "drop-after" });
    await posted(await file(about, "sums.csv", csv));
    expect(shared(about.ts)).toHaveLength(1);
  },
);

test("two files of the same name and bytes are two files", async () => {
  const about = await asked();
  room.fake.failNext({ method: "files.completeUploadExternal", how: "drop-after" });
  const both = [await file(about, "sums.csv", csv), await file(about, "sums.csv", csv)];
  for (const id of both) await posted(id);
  expect(shared(about.ts)).toHaveLength(2);
});

test("a file that Slack shows later than it says is waited for, not sent again", async () => {
  room.fake.sharing.afterMs = 1_200;
  const about = await asked();
  await posted(await file(about, "sums.csv", csv));
  expect(room.fake.calls("files.completeUploadExternal")).toHaveLength(1);
  expect(shared(about.ts)).toHaveLength(1);
});

test("a file whose thread is gone does not stay at the channel's root", async () => {
  const about = await asked();
  await room.fake.remove({ user: "U0ANA", channel: "C0P", ts: about.ts });
  await parked(await file(about, "sums.csv", csv)).toBe("thread-gone");
  expect(ours("C0P")).toEqual([]);
});

test("a reply that can never be posted is told by DM to whom it was for, once, and holds back nothing", async () => {
  const about = await asked();
  room.fake.failNext({ method: "chat.postMessage", how: { error: "is_archived" } });
  const first = await reply(about, "one");
  const second = await reply(about, "two");
  await parked(first).toBe("is_archived");
  await posted(second);
  await expect.poll(() => ours("D0ANA").map(({ text }) => text), until).toHaveLength(1);
  expect(ours("D0ANA")[0]?.text).toMatch(
    /could not post my answer in <#C0P>: the channel is archived.*https:\/\/junior\.example\/conversations\//,
  );
});

test("a notice whose answer was lost is told once; one that cannot be told is set aside without another", async () => {
  const about = await asked();
  room.fake.failNext({ method: "chat.postMessage", how: { error: "is_archived" } });
  room.fake.failNext({ method: "chat.postMessage", how: "drop-after" });
  await parked(await reply(about, "one")).toBe("is_archived");
  const notice = async () => (await rows()).find(({ kind }) => kind === "notice");
  await expect.poll(async () => (await notice())?.posted_version, until).toBe(1);
  expect(ours("D0ANA")).toHaveLength(1);

  room.fake.failNext({ method: "chat.postMessage", how: { error: "is_archived" } });
  room.fake.failNext({ method: "conversations.open", how: { error: "user_disabled" } });
  await parked(await reply(about, "two")).toBe("is_archived");
  await expect.poll(async () => (await rows()).filter(({ parked_code }) => parked_code === "user_disabled").length, until).toBe(1);
  expect((await rows()).filter(({ kind }) => kind === "notice")).toHaveLength(2);
});

test("every post of a long reply is erased, and only those", async () => {
  const about = await asked();
  const other = await reply(about, "this stays");
  const long = await reply(about, `${"a".repeat(9_000)}\n\n${"b".repeat(9_000)}`);
  await posted(other);
  await posted(long);
  expect(ours("C0P", about.ts)).toHaveLength(3);
  await erase(long);
  await expect.poll(async () => (await row(long)).posted_version, until).toBe(2);
  expect(ours("C0P", about.ts).map(({ text }) => text)).toEqual(["this stays"]);
});

test("a post whose answer never came is found and erased", async () => {
  const about = await asked();
  room.fake.failNext({ method: "chat.postMessage", how: "drop-after" });
  room.fake.failNext({ method: "conversations.replies", times: 3, how: { status: 500 } });
  const id = await reply(about, "secret");
  await expect.poll(() => ours("C0P", about.ts).length, until).toBe(1);
  await room.poster.close();
  await erase(id);
  room.fake.stopFailing();
  await slackRoom.reopenPoster();
  await expect.poll(async () => (await row(id)).posted_version, until).toBe(2);
  expect(ours("C0P", about.ts)).toEqual([]);
});

test("what may not be deleted loses its words", async () => {
  const about = await asked();
  const id = await reply(about, "secret");
  await posted(id);
  room.fake.failNext({ method: "chat.delete", times: 2, how: { error: "cant_delete_message" } });
  await erase(id);
  await expect.poll(async () => (await row(id)).posted_version, until).toBe(2);
  const [left] = ours("C0P", about.ts);
  expect([left?.text, left?.blocks]).toEqual(["Deleted with its conversation.", undefined]);
});

test("what a person deleted before is erased", async () => {
  const about = await asked();
  const id = await reply(about, "secret");
  await posted(id);
  room.fake.failNext({ method: "chat.delete", how: { error: "message_not_found" } });
  await erase(id);
  await expect.poll(async () => (await row(id)).posted_version, until).toBe(2);
});

test("an erased file is gone from Slack", async () => {
  const about = await asked();
  const id = await file(about, "sums.csv", csv);
  await posted(id);
  await erase(id);
  await expect.poll(async () => (await row(id)).posted_version, until).toBe(2);
  expect(ours("C0P", about.ts)).toEqual([]);
});
