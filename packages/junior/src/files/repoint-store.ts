import type { Transaction } from "../db/database.ts";

/** What one User uploaded is that of another, into whom they were merged. */
export async function repointUploads(transaction: Transaction, from: string, into: string): Promise<void> {
  await transaction.updateTable("junior_files").set({ uploaded_by_user_id: into }).where("uploaded_by_user_id", "=", from).execute();
}
