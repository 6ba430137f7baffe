import { afterAll, beforeAll, expect, test } from "vitest";
import { purgeConversation, finishPurges } from "../packages/junior/src/app/purge-conversation.ts";
import { claimDue, recordPosted } from "../packages/junior/src/conversations/delivery-claim-store.ts";
import { addDelivery } from "../packages/junior/src/conversations/delivery-store.ts";
import { findReadableConversation } from "../packages/junior/src/conversations/conversation-reader-store.ts";
import { markPurged } from "../packages/junior/src/conversations/purge-store.ts";
import { appendReply } from "../packages/junior/src/conversations/message-store.ts";
import { receiveMessage } from "../packages/junior/src/conversations/receive-message.ts";
import type { Visibility } from "../packages/junior/src/db/schema.ts";
import type { Person } from "../packages/junior/src/people/person.ts";
import { newId } from "../packages/junior/src/base/ids.ts";
import { makeItem } from "./factories/item.ts";
import { type Rooms, openRooms } from "./open-rooms.ts";
import { waitFor } from "./wait-for.ts";

let rooms: Rooms;
let ana: Person;
let eve: Person;
beforeAll(async () => {
  rooms = await openRooms();
  [ana, eve] = await Promise.all([rooms.person("ana"), rooms.person("eve")]);
});
afterAll(() => rooms.close());

const place = (thread: string) => ({ surface: "slack", tenant: "T0A", channel: "C0OPS", thread });

/** A thread in which ana said something and Junior has answered in Slack. */
async function openThread(visibility: Visibility, posted = true) {
  const ts = newId();
  const secret = `secret ${ts}`;
  const key = `slack:T0A:C0OPS:${ts}`;
  const conversation = { externalKey: key, source: "slack", visibility, title: `plan of ${secret}`, location: place(ts) } as const;
  const say = (text: string, externalKey = key) =>
    rooms.database.transaction().execute((transaction) =>
      receiveMessage(transaction, rooms.queue, {
        conversation,
        externalKey,
        source: "slack",
        author: { kind: "person", userId: ana.userId, identityId: ana.identityId },
        text,
        state: "waiting",
      }),
    );
  const id = (await say(secret))!.conversationId;
  const turn = await startTurn(id, secret);
  await rooms.database.transaction().execute(async (transaction) => {
    const { messageId } = await appendReply(transaction, { conversationId: id, ...turn, text: `kept ${secret}`, isDelivered: false });
    await addDelivery(transaction, { kind: "reply", messageId, conversationId: id, place: place(ts) });
  });
  if (posted) await postAll(ts);
  return { id, key, ts, say, secret };
}

async function startTurn(conversationId: string, thought: string) {
  const [turnTreeId, turnId] = [newId(), newId()];
  await rooms.query("insert into junior_turn_trees (id, root_conversation_id, principal_user_id) values ($1, $2, $3)", [
    turnTreeId,
    conversationId,
    ana.userId,
  ]);
  await rooms.query(
    "insert into junior_turns (id, conversation_id, turn_tree_id, actor_identity_id, state, model) values ($1, $2, $3, $4, 'running', 'm')",
    [turnId, conversationId, turnTreeId, ana.identityId],
  );
  await rooms.query(
    "insert into junior_turn_steps (turn_id, number, output, text, input_tokens, output_tokens) values ($1, 1, '[]', $2, 1, 1)",
    [turnId, thought],
  );
  return { turnId, turnTreeId };
}

async function postAll(ts: string) {
  for (const claimed of await claimDue(rooms.database, ["slack"], 10)) {
    if (claimed.place.thread === ts) await recordPosted(rooms.database, claimed, { channel: "C0OPS", id: `post-${claimed.id}` });
  }
}

/** Every text column of every table: what a purge must leave nothing of. */
async function placesOf(secret: string): Promise<string[]> {
  const tables = await rooms.query<{ name: string }>(
    "select table_schema || '.' || table_name as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await rooms.query<{ count: number }>(`select count(*)::int as count from ${name} as row where row::text ilike $1`, [
      `%${secret}%`,
    ]);
    if ((rows[0]?.count ?? 0) > 0) found.push(name);
  }
  return found;
}

test("nothing of a private conversation stays but the address of what has to be taken away", async () => {
  const { id, secret } = await openThread("private");
  await makeItem(rooms, id, { title: `a question about ${secret}`, assignees: [ana] });
  expect(await placesOf(secret)).not.toEqual([]);

  expect(await purgeConversation(rooms, id, ana)).toBe("purged");

  expect(await placesOf(secret)).toEqual([]);
  expect(await findReadableConversation(rooms.database, ana, id)).toBe(null);
  expect(
    await rooms.query("select kind, posted_channel, message_id, item_id from junior_deliveries where conversation_id = $1", [id]),
  ).toEqual([{ kind: "erasure", posted_channel: "C0OPS", message_id: null, item_id: null }]);
});

test("who takes no part is told that there is none, and changes nothing", async () => {
  const { id } = await openThread("private");
  expect(await purgeConversation(rooms, id, eve)).toBe("not-found");
  expect(await purgeConversation(rooms, newId(), ana)).toBe("not-found");
  expect(await findReadableConversation(rooms.database, ana, id)).not.toBe(null);
});

test("a public one is deleted by an admin alone; its open questions close, and what all could read of them stays", async () => {
  const { id } = await openThread("public");
  const item = await makeItem(rooms, id, { title: "an open question", assignees: [ana] });
  expect(await purgeConversation(rooms, id, ana)).toBe("not-allowed");
  await rooms.query("update junior_users set admin = true where id = $1", [eve.userId]);
  expect(await purgeConversation(rooms, id, eve)).toBe("purged");
  expect(await rooms.query("select title, closed_how from junior_review_items where id = $1", [item.id])).toEqual([
    { title: "an open question", closed_how: "purged" },
  ]);
  expect(await rooms.query("select id from junior_messages where conversation_id = $1", [id])).toEqual([]);
  await rooms.query("update junior_users set admin = false where id = $1", [eve.userId]);
});

test("a late copy of a deleted message brings nothing back, and the next message begins anew", async () => {
  const { id, key, say, secret } = await openThread("private");
  await purgeConversation(rooms, id, ana);
  expect(await say(secret)).toBe(null);
  const again = await say("something new", `${key}-next`);
  expect(again?.outcome).toBe("stored");
  expect(again?.conversationId).not.toBe(id);
  expect(await say(secret)).toBe(null);
});

test("from its mark on, a deletion frees the thread for a new conversation, which it leaves alone", async () => {
  const { id, key, say, secret } = await openThread("private");
  await rooms.database.transaction().execute((transaction) => markPurged(transaction, id));
  expect(await say(secret)).toBe(null);
  const next = await say("something new", `${key}-next`);
  expect(next).toMatchObject({ outcome: "stored" });
  expect(next?.conversationId).not.toBe(id);
  await finishPurges(rooms);
  expect(await rooms.query("select text from junior_messages where conversation_id = any($1)", [[id, next?.conversationId]])).toEqual([
    { text: "something new" },
  ]);
});

test("a message and a late copy that wait for the mark: the one is stored anew, the other never", async () => {
  const { id, key, say, secret } = await openThread("private");
  let said: Promise<(Awaited<ReturnType<typeof say>> | null)[]>;
  await rooms.database.transaction().execute(async (transaction) => {
    await markPurged(transaction, id);
    said = Promise.all([say(secret), say("something new", `${key}-next`)]);
    await waitFor(
      "both to wait for a lock",
      () => rooms.query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
      (rows) => rows.length === 2,
      1_500,
    );
  });
  const [copy, next] = await said!;
  expect(copy).toBe(null);
  expect(next).toMatchObject({ outcome: "stored" });
  expect(next?.conversationId).not.toBe(id);
  await finishPurges(rooms);
  expect(await rooms.query("select text from junior_messages where text like $1", [`%${secret}%`])).toEqual([]);
});

test("what waits to be posted is not begun, and a post that is being made is waited for", async () => {
  const { id, ts } = await openThread("private", false);
  const claimed = (await claimDue(rooms.database, ["slack"], 10)).find((delivery) => delivery.place.thread === ts)!;
  const purging = purgeConversation(rooms, id, ana);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await rooms.query("select id from junior_messages where conversation_id = $1", [id])).not.toEqual([]);
  expect(await recordPosted(rooms.database, claimed, { channel: "C0OPS", id: "late" })).toBe(true);
  expect(await purging).toBe("purged");
  expect(await rooms.query("select kind, posted_id from junior_deliveries where conversation_id = $1", [id])).toEqual([
    { kind: "erasure", posted_id: "late" },
  ]);
});

test("a purge that died after its mark is finished by the next process", async () => {
  const { id, secret } = await openThread("private");
  await rooms.database.transaction().execute((transaction) => markPurged(transaction, id));
  expect(await findReadableConversation(rooms.database, ana, id)).toBe(null);
  await finishPurges(rooms);
  expect(await rooms.query("select id from junior_messages where conversation_id = $1", [id])).toEqual([]);
  expect(await placesOf(secret)).toEqual([]);
});

test("two purges, a message and a closing at once: one end, no deadlock", async () => {
  const { id, say, key } = await openThread("private");
  const results = await Promise.all([
    purgeConversation(rooms, id, ana),
    purgeConversation(rooms, id, ana),
    ...[1, 2, 3].map((number) => say("more", `${key}-${number}`).then(() => "said" as const)),
  ]);
  expect(results.filter((result) => result === "purged").length).toBeGreaterThan(0);
  expect(await findReadableConversation(rooms.database, ana, id)).toBe(null);
});
