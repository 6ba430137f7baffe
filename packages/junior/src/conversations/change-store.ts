import { sql } from "kysely";
import type { Connection, Transaction } from "../db/database.ts";
import type { MessageState } from "../db/schema.ts";

export type Changeable = { id: string; conversationId: string; state: MessageState; text: string };

/** A person's message as it stands, unless it was deleted. */
export async function findChangeable(connection: Connection, externalKey: string): Promise<Changeable | null> {
  const row = await connection
    .selectFrom("junior_messages")
    .select(["id", "conversation_id as conversationId", "state", "text"])
    .where("external_key", "=", externalKey)
    .where("author_kind", "=", "person")
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** `text` null: the text stays, and only the edit is noted. */
export async function writeEdit(transaction: Transaction, id: string, text: string | null): Promise<void> {
  await transaction
    .updateTable("junior_messages")
    .set({ edited_at: sql<Date>`now()`, ...(text === null ? {} : { text }) })
    .where("id", "=", id)
    .execute();
}

export async function writeDeletion(transaction: Transaction, id: string, state: MessageState): Promise<void> {
  await transaction
    .updateTable("junior_messages")
    .set({ deleted_at: sql<Date>`now()`, state })
    .where("id", "=", id)
    .execute();
}
