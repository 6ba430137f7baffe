import { sql } from "kysely";
import { LeaseLostError } from "../base/errors.ts";
import type { Connection, Transaction } from "../db/database.ts";
import type { Source, Visibility } from "../db/schema.ts";
import { keyHash } from "./early-change-store.ts";

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
 * The step of a statement that makes a Conversation with its first message. It gives no row where there is one with
 * this external key, or where that message, known by `messageKey`, was taken away before.
 */
export const createdConversation = (id: string, conversation: NewConversation, messageKey: string) => {
  const { location } = conversation;
  return sql`
      insert into junior_conversations (
        id, root_id, source, visibility, title, external_key, location_surface, location_tenant, location_channel, location_thread,
        last_sequence)
      select ${id}::uuid, ${id}::uuid, ${conversation.source}, ${conversation.visibility}, ${conversation.title}, ${conversation.externalKey},
        ${location?.surface ?? null}, ${location?.tenant ?? null}, ${location?.channel ?? null}, ${location?.thread ?? null}, 1
      where not exists (select from junior_purged_keys where key_hash = ${keyHash(messageKey)})
      on conflict (external_key) do nothing
      returning last_sequence`;
};

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

/**
 * Locks the Conversation for a write of a running Turn.
 * @throws LeaseLostError when another worker has taken the lease since
 */
export async function lockLeased(transaction: Transaction, id: string, epoch: number): Promise<void> {
  const row = await transaction
    .selectFrom("junior_conversations")
    .select("id")
    .where("id", "=", id)
    .where("lease_epoch", "=", epoch)
    .where("purged_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new LeaseLostError("the Conversation's lease was lost");
}

export async function findConversation(connection: Connection, id: string) {
  return connection.selectFrom("junior_conversations").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The Conversation that this key names from outside, if there is one yet. */
export async function findIdByExternalKey(connection: Connection, externalKey: string): Promise<string | null> {
  const row = await connection
    .selectFrom("junior_conversations")
    .select("id")
    .where("external_key", "=", externalKey)
    .where("purged_at", "is", null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Takes back one that this transaction has made and that took no message. */
export async function removeConversation(transaction: Transaction, id: string): Promise<void> {
  await transaction.deleteFrom("junior_conversations").where("id", "=", id).execute();
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
