import { type SqlBool, sql } from "kysely";
import type { Connection, Transaction } from "../db/database.ts";

/** All Conversations of a channel, or that of the message with this key. */
export type Where = { surface: string; tenant: string; channel: string } | { messageKey: string };

/** Those that are public, with all that began in them. */
export async function findPublicConversations(connection: Connection, where: Where): Promise<string[]> {
  const roots =
    "messageKey" in where
      ? sql`select root_id from junior_conversations
          where id = (select conversation_id from junior_messages where external_key = ${where.messageKey})`
      : sql`select root_id from junior_conversations
          where location_surface = ${where.surface} and location_tenant = ${where.tenant} and location_channel = ${where.channel}`;
  const rows = await connection
    .selectFrom("junior_conversations")
    .select("id")
    .where("visibility", "=", "public")
    .where("purged_at", "is", null)
    .where(sql<SqlBool>`root_id in (${roots})`)
    .execute();
  return rows.map((row) => row.id);
}

/** From now on these Conversations, which are locked, are read by those who take part. */
export async function writePrivate(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction
    .updateTable("junior_conversations")
    .set({ visibility: "private" })
    .where(sql<SqlBool>`id = any(${[...ids]}::uuid[])`)
    .execute();
}
