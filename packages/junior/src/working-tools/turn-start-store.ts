import type { Connection } from "../db/database.ts";
import type { Source } from "../db/schema.ts";

/** A message that a Turn took when it began. `isPersons`: said by a person, and no answer on the desk. */
export type StartingMessage = { id: string; sequence: number; source: Source; isPersons: boolean; isDeleted: boolean };

/** What the Turn began with, in order. */
export async function listStartingMessages(connection: Connection, turnId: string): Promise<StartingMessage[]> {
  const rows = await connection
    .selectFrom("junior_messages")
    .select(["id", "sequence", "source", "author_kind", "item_id", "deleted_at"])
    .where("turn_id", "=", turnId)
    .where("joined_after_step", "=", 0)
    .where("author_kind", "<>", "junior")
    .orderBy("sequence")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    sequence: row.sequence,
    source: row.source,
    isPersons: row.author_kind === "person" && row.item_id === null,
    isDeleted: row.deleted_at !== null,
  }));
}

/** The key of the earliest message of a person that came from this surface: most of what was said there before it is not stored. */
export async function findEarliestKey(connection: Connection, conversationId: string, source: string): Promise<string | null> {
  const row = await connection
    .selectFrom("junior_messages")
    .select("external_key")
    .where("conversation_id", "=", conversationId)
    .where("source", "=", source as Source)
    .where("author_kind", "=", "person")
    .where("external_key", "is not", null)
    .where("item_id", "is", null)
    .orderBy("sequence")
    .limit(1)
    .executeTakeFirst();
  return row?.external_key ?? null;
}

/** Whether Junior has reacted to the message in this way, or is about to. */
export async function hasReaction(connection: Connection, messageId: string, emoji: string): Promise<boolean> {
  const row = await connection
    .selectFrom("junior_deliveries")
    .select("id")
    .where("kind", "=", "reaction")
    .where("message_id", "=", messageId)
    .where("emoji", "=", emoji)
    .executeTakeFirst();
  return row !== undefined;
}
