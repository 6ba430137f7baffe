import { storable } from "../base/storable.ts";
import { lockLeased } from "../conversations/conversation-store.ts";
import type { Connection, Database } from "../db/database.ts";
import type { Turn } from "./turn.ts";

/** It stands for everything up to its message, earlier summaries included. */
export type Summary = { throughSequence: number; text: string };

export async function findSummary(connection: Connection, conversationId: string): Promise<Summary | null> {
  const row = await connection
    .selectFrom("junior_conversation_summaries")
    .select(["through_sequence as throughSequence", "text"])
    .where("conversation_id", "=", conversationId)
    .orderBy("through_sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** With what it cost, which is the Turn's beside that of its steps. */
export async function saveSummary(
  database: Database,
  turn: Turn,
  summary: Summary,
  usage: { inputTokens: number; outputTokens: number },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockLeased(transaction, turn.conversationId, turn.epoch);
    await transaction
      .insertInto("junior_conversation_summaries")
      .values({
        conversation_id: turn.conversationId,
        through_sequence: summary.throughSequence,
        text: storable(summary.text),
        turn_id: turn.id,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await transaction
      .updateTable("junior_turns")
      .set((eb) => ({
        input_tokens: eb("input_tokens", "+", usage.inputTokens),
        output_tokens: eb("output_tokens", "+", usage.outputTokens),
      }))
      .where("id", "=", turn.id)
      .execute();
  });
}
