import { expect, test } from "vitest";
import { slackHand } from "./slack-hand.ts";
import { useSlackRoom } from "./use-slack-room.ts";

const slackRoom = useSlackRoom();
const { room } = slackRoom;
const { asked, reply, file, react, row, ours } = slackHand(slackRoom);

const until = { timeout: 10_000, interval: 50 };
const posted = (id: string) => expect.poll(async () => (await row(id)).posted_version, until).toBe(1);
const texts = (channel: string, ts: string) => ours(channel, ts).map(({ text }) => text);
const postsTo = (channel: string) => room.fake.calls("chat.postMessage").filter(({ body }) => body.channel === channel);

test.each([{ status: 503 }, "drop-before" as const, { error: "internal_error" }])(
  "Slack is down (%o): nothing is lost, nothing is said twice, each thread keeps its order",
  async (how) => {
    const [about, other] = [await asked(), await asked("C0S")];
    room.fake.failRate({ method: "*", share: 1, how, seed: 1 });
    const ids = [await reply(about, "one"), await reply(about, "two"), await reply(other, "three")];
    await expect.poll(() => room.fake.calls().length, until).toBeGreaterThan(4);
    room.fake.stopFailing();
    for (const id of ids) await posted(id);
    expect([texts("C0P", about.ts), texts("C0S", other.ts)]).toEqual([["one", "two"], ["three"]]);
  },
);

test("every second answer is lost: each reply stands once, in order", async () => {
  const about = await asked();
  room.fake.failRate({ method: "*", share: 0.5, how: "drop-after", seed: 7 });
  const ids: string[] = [];
  for (const text of ["one", "two", "three", "four"]) ids.push(await reply(about, text));
  for (const id of ids) await posted(id);
  expect(texts("C0P", about.ts)).toEqual(["one", "two", "three", "four"]);
});

test("a reply waits for an older one that fails, but not for more than a minute of failing", async () => {
  const about = await asked();
  await room.poster.close();
  const [first, second] = [await reply(about, "one"), await reply(about, "two")];
  const fails = (attempts: number) =>
    room.rows.query("update junior_deliveries set attempts = $2, next_attempt_at = now() + interval '1 hour' where id = $1", [
      first,
      attempts,
    ]);
  await fails(3);
  await slackRoom.reopenPoster();
  const third = await reply(await asked("C0S"), "three");
  await posted(third);
  expect((await row(second)).attempts).toBe(0);
  await fails(8);
  room.poster.wake();
  await posted(second);
  expect(texts("C0P", about.ts)).toEqual(["two"]);
});

test("a limit on one channel delays its threads until it is over, without a call, and no other channel", async () => {
  const [about, sameChannel, other] = [await asked(), await asked("C0P", "<@U0BOT> more"), await asked("C0S")];
  room.fake.failNext({ method: "chat.postMessage", how: { rateLimit: 1 } });
  const first = await reply(about, "one");
  await expect.poll(() => postsTo("C0P").length, until).toBe(1);
  const second = await reply(sameChannel, "two");
  const third = await reply(other, "three");
  await posted(third);
  expect(postsTo("C0P")).toHaveLength(1);
  await posted(first);
  await posted(second);
  expect(room.fake.calls("conversations.replies")).toEqual([]);
});

test("neither a slow upload nor a reaction that fails delays a reply", async () => {
  const about = await asked();
  room.fake.failNext({ method: "files.getUploadURLExternal", how: { slowMs: 1_500 } });
  room.fake.failNext({ method: "reactions.add", times: 4, how: { status: 500 } });
  const fileId = await file(about, "sums.csv", Buffer.from("a,b"));
  const reactionId = await react(about, "eyes");
  await posted(await reply(about, "one"));
  expect((await row(fileId)).posted_version).toBe(0);
  await posted(reactionId);
  await posted(fileId);
});

test("what Junior does shows in the thread, and is gone with its reply", async () => {
  const about = await asked();
  const working = { conversationId: about.conversationId, turnId: "turn", actorIdentityId: null };
  room.slack.progress({ ...working, doing: "is thinking" });
  await expect.poll(() => room.fake.status("C0P", about.ts), until).toBe("is thinking");
  room.slack.progress({ ...working, doing: null });
  await posted(await reply(about, "one"));
  expect(room.fake.status("C0P", about.ts)).toBeUndefined();
});

test("where Slack does not know the status, it is not asked again, and replies go on", async () => {
  const about = await asked();
  const working = { conversationId: about.conversationId, turnId: "turn", actorIdentityId: null };
  room.fake.failNext({ method: "assistant.threads.setStatus", how: { error: "unknown_method" } });
  room.slack.progress({ ...working, doing: "is thinking" });
  await expect.poll(() => room.fake.calls("assistant.threads.setStatus").length, until).toBe(1);
  await posted(await reply(about, "one"));
  room.slack.progress({ ...working, turnId: "next", doing: "is reading" });
  await posted(await reply(about, "two"));
  expect(room.fake.calls("assistant.threads.setStatus")).toHaveLength(1);
});
