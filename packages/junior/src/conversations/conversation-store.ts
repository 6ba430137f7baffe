import { sql } from "kysely";
import { newId } from "../base/ids.ts";
import { LeaseLostError } from "../base/errors.ts";
import type { Connection, Transaction } from "../db/database.ts";
import type { Source, Visibility } from "../db/schema.ts";

/** Where a Conversation is delivered outside Junior. */
export type Location = { surface: string; tenant: string; channel: string; thread: string | null };

export type NewConversation = {
  /** Names it from outside, such as a Slack thread; null makes a new one each time. */
  externalKey: string | null;
  source: Source;
  visibility: Visibility;
  /** One line; 150 code points at most. */
  title: string;
  location: Location | null;
};

/**
 * The Conversation with this external key, made if there is none.
 * @returns null where there is none and its message, known by `messageKey`, was deleted with an earlier one; one that is
 * new is locked already
 */
export async function findOrCreateConversation(
  transaction: Transaction,
  conversation: NewConversation,
  messageKey: string,
): Promise<{ id: string; isNew: boolean } | null> {
  const { location } = conversation;
  const id = newId();
  const { rows } = await sql<{ id: string }>`
    insert into junior_conversations (
      id, root_id, source, visibility, title, external_key, location_surface, location_tenant, location_channel, location_thread)
    select ${id}::uuid, ${id}::uuid, ${conversation.source}, ${conversation.visibility}, ${conversation.title}, ${conversation.externalKey},
      ${location?.surface ?? null}, ${location?.tenant ?? null}, ${location?.channel ?? null}, ${location?.thread ?? null}
    where not exists (select from junior_purged_keys where key_hash = sha256(convert_to(${messageKey}, 'UTF8')))
    on conflict (external_key) do nothing
    returning id`.execute(transaction);
  if (rows[0]) return { id: rows[0].id, isNew: true };
  const known = conversation.externalKey === null ? null : await findIdByExternalKey(transaction, conversation.externalKey);
  return known === null ? null : { id: known, isNew: false };
}

/** First lock of every transaction that writes into a Conversation. False when it is not there or purged. */
export async function lockConversation(transaction: Transaction, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom("junior_conversations")
    .select("id")
    .where("id", "=", id)
    .where("purged_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export type LeasedConversation = { source: Source; location: Location | null };

/**
 * Locks the Conversation for a write of a running Turn.
 * @throws LeaseLostError when another worker has taken the lease since
 */
export async function lockLeased(transaction: Transaction, id: string, epoch: number): Promise<LeasedConversation> {
  const row = await transaction
    .selectFrom("junior_conversations")
    .select(["source", "location_surface", "location_tenant", "location_channel", "location_thread"])
    .where("id", "=", id)
    .where("lease_epoch", "=", epoch)
    .where("purged_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new LeaseLostError("the Conversation's lease was lost");
  return { source: row.source, location: locationOf(row) };
}

export async function findConversation(connection: Connection, id: string) {
  return connection.selectFrom("junior_conversations").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The Conversation that this key names from outside, if there is one yet. */
export async function findIdByExternalKey(connection: Connection, externalKey: string): Promise<string | null> {
  const row = await connection.selectFrom("junior_conversations").select("id").where("external_key", "=", externalKey).executeTakeFirst();
  return row?.id ?? null;
}

export function locationOf(row: {
  location_surface: string | null;
  location_tenant: string | null;
  location_channel: string | null;
  location_thread: string | null;
}): Location | null {
  const { location_surface: surface, location_tenant: tenant, location_channel: channel, location_thread: thread } = row;
  return surface !== null && tenant !== null && channel !== null ? { surface, tenant, channel, thread } : null;
}
