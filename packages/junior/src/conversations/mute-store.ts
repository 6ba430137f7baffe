import type { Connection, Transaction } from "../db/database.ts";

export async function isMuted(connection: Connection, conversationId: string): Promise<boolean> {
  const row = await connection.selectFrom("junior_conversations").select("muted").where("id", "=", conversationId).executeTakeFirst();
  return row?.muted ?? false;
}

/** @returns whether that changed anything */
export async function setMuted(transaction: Transaction, conversationId: string, muted: boolean): Promise<boolean> {
  const row = await transaction
    .updateTable("junior_conversations")
    .set({ muted })
    .where("id", "=", conversationId)
    .where("muted", "<>", muted)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function takesPart(connection: Connection, conversationId: string, userId: string): Promise<boolean> {
  const row = await connection
    .selectFrom("junior_conversation_participants")
    .select("user_id")
    .where("conversation_id", "=", conversationId)
    .where("user_id", "=", userId)
    .where("left_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}
