import type { Connection, Transaction } from "../db/database.ts";

/** Where a Turn tree is for this User. */
export async function findPrincipalConversations(connection: Connection, userId: string): Promise<string[]> {
  const rows = await connection
    .selectFrom("junior_turn_trees")
    .select("root_conversation_id as id")
    .distinct()
    .where("principal_user_id", "=", userId)
    .execute();
  return rows.map((row) => row.id);
}

/** Work that goes on is for the User that the other has become. */
export async function repointPrincipal(transaction: Transaction, from: string, into: string): Promise<void> {
  await transaction.updateTable("junior_turn_trees").set({ principal_user_id: into }).where("principal_user_id", "=", from).execute();
}
