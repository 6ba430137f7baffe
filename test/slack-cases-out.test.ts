import { expect, test } from "vitest";
import { openSlackWorld, wordsOf } from "./slack-world.ts";
import { slackHand } from "./slack-hand.ts";
import { colours, useSlackRoom } from "./use-slack-room.ts";
import { waitFor } from "./wait-for.ts";

/** Cases of what goes out, by the number that they have in the list of public bug reports. */

const slackRoom = useSlackRoom();
const { room, put } = slackRoom;
const { asked, reply, row, ours } = slackHand(slackRoom);

const until = { timeout: 8_000, interval: 50 };
const posted = (id: string) => expect.poll(async () => (await row(id)).posted_version, until).toBe(1);
const markdownOf = (message: { blocks?: Record<string, unknown>[] }) => String(message.blocks?.[0]?.text);
const fenceCount = (text: string) => text.split("\n").filter((line) => line.startsWith("```")).length;

test("C15: a fence of 220 long lines that the model never closed is balanced in every piece, each with its language", async () => {
  const about = await asked();
  const lines = Array.from({ length: 220 }, (_, index) => `select '${"x".repeat(120)}' as column_${index}, a &amp; b from t${index};`);
  await posted(await reply(about, `Here:\n\n\`\`\`sql\n${lines.join("\n")}`));
  const pieces = ours("C0P", about.ts).map(markdownOf);
  expect(pieces.length).toBeGreaterThan(2);
  for (const piece of pieces) expect([fenceCount(piece), piece.includes("```sql\n"), [...piece].length <= 12_000]).toEqual([2, true, true]);
  expect(pieces.flatMap((piece) => piece.split("\n").filter((line) => line.startsWith("select")))).toEqual(lines);
});

test("C17: the look into a thread is limited for 30 s, and a card elsewhere is posted at once", async () => {
  const about = await asked();
  room.fake.failNext({ method: "chat.postMessage", how: "drop-after" });
  room.fake.failNext({ method: "conversations.replies", how: { rateLimit: 30 } });
  const doubtful = await reply(about, "one");
  await expect.poll(() => room.fake.calls("conversations.replies").length, until).toBe(1);

  const other = await asked("C0S");
  const [ana] = await room.rows.query<{ user_id: string; id: string }>("select user_id, id from junior_identities where subject = 'U0ANA'");
  const began = performance.now();
  if (ana) await put(other.conversationId, ana, colours);
  await expect.poll(() => ours("C0S", other.ts).length, until).toBe(1);
  expect(performance.now() - began).toBeLessThan(10_000);
  expect((await row(doubtful)).posted_version).toBe(0);

  // The limit is over: what was in doubt is found, not said again.
  await room.rows.query("update junior_deliveries set next_attempt_at = now() where id = $1", [doubtful]);
  room.poster.wake();
  await posted(doubtful);
  expect(ours("C0P", about.ts)).toHaveLength(1);
});

test("C18: stored, and the answer lost three times, the look back too: one message", async () => {
  const about = await asked();
  room.fake.failNext({ method: "chat.postMessage", times: 3, how: "drop-after" });
  room.fake.failNext({ method: "conversations.replies", times: 2, how: "drop-after" });
  await posted(await reply(about, "once"));
  expect(ours("C0P", about.ts).map(({ text }) => text)).toEqual(["once"]);
  expect(room.fake.calls("chat.postMessage")).toHaveLength(1);
});

test("C18: stored, answered with 500, and Junior killed: after the start there is one message", async () => {
  const about = await asked();
  room.fake.failNext({ method: "chat.postMessage", how: "drop-after" });
  room.fake.failNext({ method: "conversations.replies", times: 5, how: { status: 500 } });
  const id = await reply(about, "once");
  await expect.poll(() => ours("C0P", about.ts).length, until).toBe(1);
  await room.poster.close();
  room.fake.stopFailing();
  await slackRoom.reopenPoster();
  await posted(id);
  expect(ours("C0P", about.ts)).toHaveLength(1);
});

test("C18: a look back that Slack refuses says nothing twice; whom it was for is told", async () => {
  const about = await asked();
  room.fake.failNext({ method: "chat.postMessage", how: "drop-after" });
  room.fake.failNext({ method: "conversations.replies", how: { error: "missing_scope" } });
  const id = await reply(about, "once");
  await expect.poll(async () => (await row(id)).parked_code, until).toBe("look_back_refused");
  await expect.poll(() => ours("D0ANA").length, until).toBe(1);
  expect(ours("C0P", about.ts)).toHaveLength(1);
});

test("C18: the post is found behind a thousand others, page by page, going on where a limit cut the search short", async () => {
  const about = await asked();
  room.fake.fillThread({ ...about, user: "U0BEN" }, 1_000);
  room.fake.failNext({ method: "chat.postMessage", how: "drop-after" });
  room.fake.failNext({ method: "conversations.replies", times: 3, how: { slowMs: 1 } });
  room.fake.failNext({ method: "conversations.replies", how: { rateLimit: 1 } });
  await posted(await reply(about, "once"));
  expect(ours("C0P", about.ts)).toHaveLength(1);
  // Three pages, the limit, and the rest from where it stood.
  expect(room.fake.calls("conversations.replies").length).toBeLessThanOrEqual(7);
});

test("C19: a short answer is one message, through a whole Junior", async () => {
  const world = await openSlackWorld();
  try {
    world.model.when(/two and two/).says("Four.");
    const ts = await world.mention("two and two?");
    await world.post(ts, "Four.");
    await waitFor(
      "the end of the Turn",
      () => world.database.query<{ state: string }>("select state from junior_turns"),
      (turns) => turns[0]?.state === "done" || undefined,
    );
    expect(world.posts(ts).map(wordsOf)).toHaveLength(1);
    expect(world.slack.calls("chat.update")).toEqual([]);
    expect(world.slack.calls("chat.startStream")).toEqual([]);
  } finally {
    await world.close();
  }
});

test("C23: no form of a broadcast in the model's words calls anybody", async () => {
  const texts = [
    "<!channel> done",
    "<!here|here> done",
    "@here done",
    "@channel, @everyone: done",
    "<!subteam^S1|@ops> done",
    "<\u200b!channel> done",
    "\\<!everyone> done",
    "＜!channel＞ and @\u200bhere done",
    "&lt;!channel&gt; done",
    "done: `<!channel>`",
  ];
  const about = await asked();
  for (const text of texts) await posted(await reply(about, text));
  const messages = ours("C0P", about.ts);
  expect(messages).toHaveLength(texts.length);
  for (const message of messages) {
    const seen = `${message.text}\n${markdownOf(message)}`.replace(/[\u200b\\]/g, "").normalize("NFKC");
    expect(seen).toContain("done");
    expect(seen).not.toMatch(/(<|&lt;)!(channel|here|everyone|subteam)|(^|[^\w])@(channel|here|everyone)/im);
  }
});

test("C23: comparisons, links and code come as they were written", async () => {
  const about = await asked();
  const text =
    "a < b && c > d, `@vercel/postgres`, https://x.example/@here/a and ana@here.example\n\n```html\n<!DOCTYPE html>\n<!-- @here -->\n```";
  await posted(await reply(about, text));
  const [message] = ours("C0P", about.ts);
  expect(markdownOf(message ?? {})).toBe(text);
  expect(message?.text).toContain("a &lt; b &amp;&amp; c &gt; d, `@vercel/postgres`");
});

test("C23: people whom the model names are not called, but for the one whom it answers, once, on the first post", async () => {
  const about = await asked();
  await posted(await reply(about, `<@U0ANA>: ask <@U0BEN|x> or <@U0NEW>. <@U0ANA>!\n\n${"a".repeat(11_600)}\n\n<@U0ANA> and \`<@U0BEN>\``));
  const [first = "", second = ""] = ours("C0P", about.ts).map(markdownOf);
  expect(first.split("\n")[0]).toBe("<@U0ANA>: ask @ben or @someone. @ana!");
  expect(second).toMatch(/@ana and/);
  expect(`${first}${second}`.match(/<@/g)).toHaveLength(1);
});
