import { sql } from "kysely";
import type { Transaction } from "../db/database.ts";

/** Removes what Turns of these Conversations thought, called and summed up. What they cost stays. */
export async function purgeTurns(transaction: Transaction, conversationIds: string[]): Promise<void> {
  const turns = transaction.selectFrom("junior_turns").select("id").where("conversation_id", "in", conversationIds);
  await transaction.deleteFrom("junior_tool_calls").where("turn_id", "in", turns).execute();
  await transaction.deleteFrom("junior_turn_steps").where("turn_id", "in", turns).execute();
  await transaction.deleteFrom("junior_conversation_summaries").where("conversation_id", "in", conversationIds).execute();
  await transaction
    .updateTable("junior_turns")
    .set({ state: "stopped", ended_at: sql<Date>`now()` })
    .where("conversation_id", "in", conversationIds)
    .where("state", "=", "running")
    .execute();
}
