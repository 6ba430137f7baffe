import { type SqlBool, sql } from "kysely";
import type { Connection, Database, Transaction } from "../db/database.ts";
import { recordChange } from "../db/changes.ts";
import type { Visibility } from "../db/schema.ts";
import type { Queue } from "../queue/queue.ts";
import { keyHash } from "./early-change-store.ts";
import { takesPart } from "./participant-store.ts";

/** What a purge needs to know of who wants it. */
export async function findPurgeFacts(connection: Connection, id: string, userId: string) {
  return purgeFacts(connection, userId).where("conversation.id", "=", id).executeTakeFirst();
}

/** The same of many. */
export async function listPurgeFacts(connection: Connection, ids: string[], userId: string) {
  return ids.length === 0 ? [] : purgeFacts(connection, userId).where("conversation.id", "in", ids).execute();
}

const purgeFacts = (connection: Connection, userId: string) =>
  connection
    .selectFrom("junior_conversations as conversation")
    .innerJoin("junior_users as user", (join) => join.on("user.id", "=", userId))
    .select([
      "conversation.id",
      "conversation.root_id as rootId",
      "conversation.visibility",
      "user.admin as isAdmin",
      takesPart(sql.ref("conversation.root_id"), userId).as("takesPart"),
    ])
    .where("conversation.purged_at", "is", null);

/** Locks the rows of a tree, root first, then the others by id. */
export async function lockTree(
  transaction: Transaction,
  rootId: string,
): Promise<{ id: string; visibility: Visibility; purging: boolean }[]> {
  return transaction
    .selectFrom("junior_conversations")
    .select(["id", "visibility", "purging"])
    .where("root_id", "=", rootId)
    .orderBy(sql`id <> root_id`)
    .orderBy("id")
    .forUpdate()
    .execute();
}

/**
 * From this commit on no lease is given in the tree, what runs there can write nothing more, nothing is added,
 * and what waits to be posted is not begun. Its names from outside are free, so that what is said there next begins anew;
 * the keys of what was said are kept as hashes, so that a late copy of an event brings nothing back.
 */
export async function markPurged(transaction: Transaction, rootId: string): Promise<void> {
  const ids = (await lockTree(transaction, rootId)).map((conversation) => conversation.id);
  await transaction
    .updateTable("junior_conversations")
    .set((eb) => ({
      purged_at: sql<Date>`now()`,
      purging: true,
      external_key: null,
      lease_epoch: eb("lease_epoch", "+", 1),
      lease_owner: null,
      lease_until: null,
    }))
    .where("id", "in", ids)
    .where("purged_at", "is", null)
    .execute();
  await sql`
    insert into junior_purged_keys (key_hash)
    select ${keyHash(sql.ref("external_key"))} from junior_messages
    where conversation_id = any(${ids}::uuid[]) and external_key is not null
    on conflict do nothing`.execute(transaction);
  await transaction
    .deleteFrom("junior_deliveries")
    .where("conversation_id", "in", ids)
    .where("posted_id", "is", null)
    .where((eb) => eb.or([eb("claim_until", "is", null), eb("claim_until", "<", sql<Date>`now()`)]))
    .where("attempts", "=", 0)
    .execute();
  await transaction
    .updateTable("junior_deliveries")
    .set({ parked_code: "purged" })
    .where("conversation_id", "in", ids)
    .where("kind", "<>", "erasure")
    .where((eb) => eb.or([eb("claim_until", "is", null), eb("claim_until", "<", sql<Date>`now()`)]))
    .execute();
  for (const id of ids) await recordChange(transaction, "conversation", id, id);
}

/** Posts of the tree that somebody is making at this moment. */
export async function countClaimed(connection: Connection, rootId: string): Promise<number> {
  const row = await connection
    .selectFrom("junior_deliveries as delivery")
    .innerJoin("junior_conversations as conversation", "conversation.id", "delivery.conversation_id")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("conversation.root_id", "=", rootId)
    .where("delivery.claim_until", ">", sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Removes what was said in these Conversations, and where they were. Addresses of private posts stay until each has been
 * taken away.
 * @returns files that nothing here refers to any more
 */
export async function purgeMessages(
  transaction: Transaction,
  queue: Queue,
  conversations: { id: string; visibility: Visibility }[],
): Promise<string[]> {
  const ids = conversations.map((conversation) => conversation.id);
  const privateIds = conversations.filter(({ visibility }) => visibility === "private").map(({ id }) => id);
  const files = await sql<{ file_id: string }>`
    select file.file_id from junior_message_files as file
    join junior_messages as message on message.id = file.message_id where message.conversation_id = any(${ids}::uuid[])
    union select file_id from junior_deliveries where conversation_id = any(${ids}::uuid[]) and file_id is not null`.execute(transaction);
  await erasePosts(transaction, queue, sql`conversation_id = any(${privateIds}::uuid[])`);
  await transaction
    .deleteFrom("junior_deliveries")
    .where("conversation_id", "in", ids)
    .where("kind", "not in", ["erasure", "card"])
    .execute();
  await sql`
    delete from junior_message_files using junior_messages as message
    where message.id = message_id and message.conversation_id = any(${ids}::uuid[])`.execute(transaction);
  await transaction.deleteFrom("junior_messages").where("conversation_id", "in", ids).execute();
  await transaction
    .updateTable("junior_conversations")
    .set({
      purging: false,
      title: "",
      location_surface: null,
      location_tenant: null,
      location_channel: null,
      location_thread: null,
    })
    .where("id", "in", ids)
    .execute();
  return files.rows.map((row) => row.file_id);
}

/** Cards of these items are to be taken away: their addresses stay until that is done. */
export async function eraseCards(transaction: Transaction, queue: Queue, itemIds: string[]): Promise<void> {
  await erasePosts(transaction, queue, sql`item_id = any(${itemIds}::uuid[])`);
  await transaction.deleteFrom("junior_deliveries").where("item_id", "in", itemIds).execute();
}

/** Roots whose purge has begun and not ended: somebody is at it, or died in between. */
export async function findUnfinishedPurges(connection: Connection): Promise<string[]> {
  const rows = await connection
    .selectFrom("junior_conversations")
    .select("root_id as rootId")
    .distinct()
    .where(sql<SqlBool>`purging`)
    .limit(100)
    .execute();
  return rows.map((row) => row.rootId);
}

/** Keys of messages that were taken away long ago: no provider sends an event again after a week. */
export async function trimPurgedKeys(database: Database): Promise<void> {
  await sql`delete from junior_purged_keys where created_at < now() - interval '7 days'`.execute(database);
}

async function erasePosts(transaction: Transaction, queue: Queue, which: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update junior_deliveries
    set kind = 'erasure', message_id = null, item_id = null, file_id = null, code = null, emoji = null,
        wanted_version = wanted_version + 1, parked_code = null, attempts = 0, next_attempt_at = now(), updated_at = now(),
        claim_id = null, claim_until = null,
        -- One whose answer was lost may stand there all the same: it is looked for by its id.
        posted_channel = coalesce(posted_channel, channel), posted_id = coalesce(posted_id, 'unknown')
    where ${which} and (posted_id is not null and kind in ('file', 'notice')
      or (posted_id is not null or attempts > 0) and kind in ('reply', 'card'))
    returning id`.execute(transaction);
  for (const row of rows) await queue.hint(transaction, "delivery", row.id);
}
