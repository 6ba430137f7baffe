import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../packages/junior/src/base/ids.ts";
import { askHttp } from "./http-client.ts";
import { openSlackWorld, type SlackWorld, wordsOf } from "./slack-world.ts";
import { freePort, type RunningJunior, startJunior } from "./start-junior.ts";
import { waitFor } from "./wait-for.ts";

const dm = "D0ANA";
let world: SlackWorld;
/** Another process of the same Junior. */
let second: RunningJunior;
beforeAll(async () => {
  world = await openSlackWorld();
  world.slack.addChannel({ id: dm, name: "dm", kind: "im", members: [world.slack.botUserId, "U0ANA"] });
  world.model.when(/private word/).says("kept it");
  world.model.when(/next word/).says("heard it");
  second = await startJunior({
    PORT: String(await freePort()),
    DATABASE_URL: world.database.connectionString,
    JUNIOR_SECRET: "a secret for tests that is long enough",
    SLACK_BOT_TOKEN: world.slack.botToken,
    SLACK_SIGNING_SECRET: world.slack.signingSecret,
    SLACK_API_URL: world.slack.apiUrl,
    ...world.model.env,
  });
});
afterAll(async () => {
  await second.stop();
  await world.close();
});

const say = (text: string, threadTs?: string) => world.slack.say({ user: "U0ANA", channel: dm, text, threadTs });
const answered = (thread: string, text: string) =>
  waitFor(
    `"${text}" in the thread`,
    () => world.slack.messages(dm, thread).filter(({ user }) => user === world.slack.botUserId),
    (posts) => posts.find((post) => wordsOf(post).includes(text)),
  );
const there = (what: string, query: string, id: string) =>
  waitFor(
    what,
    () => world.database.query(query, [id]),
    (rows) => rows.length > 0,
  );
async function conversationOf(text: string): Promise<string> {
  const rows = await world.database.query<{ id: string }>("select conversation_id as id from junior_messages where text = $1", [text]);
  return rows[0]!.id;
}
async function textsOf(conversationId: string): Promise<string[]> {
  const rows = await world.database.query<{ text: string }>(
    "select text from junior_messages where conversation_id = $1 order by sequence",
    [conversationId],
  );
  return rows.map(({ text }) => text);
}

/** A thread in which Junior has answered ana; for so long, its post counts as one that is being made. */
async function openThread(text: string, claimSeconds: number) {
  const { ts } = await say(text);
  const { ts: reply } = await answered(ts, "kept it");
  const conversationId = await conversationOf(text);
  await there(
    "the recorded post",
    "select 1 from junior_deliveries where conversation_id = $1 and posted_version = wanted_version and claim_id is null",
    conversationId,
  );
  await world.database.query(
    "update junior_deliveries set claim_id = gen_random_uuid(), claim_until = now() + $2 * interval '1 second' where conversation_id = $1",
    [conversationId, claimSeconds],
  );
  return { ts, reply, conversationId };
}

/** ana deletes it on the page. Resolves when it is marked; `ended` is the answer's status, or 0 where none came. */
async function beginPurge(conversationId: string): Promise<{ ended: Promise<number> }> {
  const token = randomBytes(32).toString("base64url");
  await world.database.query(
    `insert into junior_sessions (id, token_hash, identity_id, expires_at)
     select $1, $2, id, now() + interval '1 day' from junior_identities where subject = 'U0ANA'`,
    [newId(), createHash("sha256").update(token).digest()],
  );
  const ended = askHttp(Number(new URL(world.junior.url).port), `/api/conversations/${conversationId}`, {
    method: "DELETE",
    headers: { cookie: `junior_session=${token}`, "x-forwarded-for": "1.1.1.1" },
  }).then(
    ({ status }) => status,
    () => 0,
  );
  await there("the mark", "select 1 from junior_conversations where id = $1 and purged_at is not null", conversationId);
  return { ended };
}

test("what is said in a thread while its conversation is being deleted begins a new one and is answered; nothing comes back", async () => {
  const { ts, conversationId } = await openThread("a private word", 3);
  const { ended } = await beginPurge(conversationId);
  expect(await textsOf(conversationId)).toContain("a private word");

  expect((await say("the next word", ts)).statuses).toEqual([200]);
  expect(await ended).toBe(204);
  await answered(ts, "heard it");

  const next = await conversationOf("the next word");
  expect(await textsOf(next)).toEqual(["the next word", "heard it"]);
  expect(await textsOf(conversationId)).toEqual([]);
});

test("the same under a post of Junior's that is the root of a thread", async () => {
  const { reply, conversationId } = await openThread("another private word", 3);
  const { ended } = await beginPurge(conversationId);
  expect((await say("<@U0BOT> a next word under the reply", reply)).statuses).toEqual([200]);
  expect(await ended).toBe(204);
  const next = await waitFor(
    "the new conversation",
    () =>
      world.database.query<{ id: string }>("select conversation_id as id from junior_messages where text = 'a next word under the reply'"),
    ([row]) => row?.id,
  );
  expect(next).not.toBe(conversationId);
});

test("a deletion whose process died is finished by another one within seconds", async () => {
  const { conversationId } = await openThread("the last private word", 2);
  const { ended } = await beginPurge(conversationId);
  await world.junior.kill();
  expect(await ended).toBe(0);
  expect(await textsOf(conversationId)).toContain("the last private word");
  await waitFor(
    "the end of the deletion",
    () => textsOf(conversationId),
    (texts) => texts.length === 0,
    15_000,
  );
  await world.restart();
});
