import { type SqlBool, sql } from "kysely";
import type { Connection, Transaction } from "../db/database.ts";

/**
 * The step of a statement that notes who takes part: whoever speaks does from then on (null: nobody). Read from the
 * Identity and not from what the caller knows of it: a merge of its User waits for this transaction, or this one for
 * the merge. `condition`: only where it holds.
 */
export const addParticipant = (conversationId: string, identityId: string | null, condition = sql`true`) => sql`
    insert into junior_conversation_participants (conversation_id, user_id)
    select ${conversationId}::uuid, identity.user_id from junior_identities as identity
    where identity.id = ${identityId}::uuid and ${condition} and not exists (
      select from junior_conversation_participants as participant
      where participant.conversation_id = ${conversationId} and participant.user_id = identity.user_id)
    for share of identity
    on conflict do nothing`;

export async function findParticipations(connection: Connection, userId: string): Promise<string[]> {
  const rows = await connection
    .selectFrom("junior_conversation_participants")
    .select("conversation_id as id")
    .where("user_id", "=", userId)
    .execute();
  return rows.map((row) => row.id);
}

/** Roots first, then children by id: the order in which everybody locks them. */
export async function lockConversations(transaction: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .selectFrom("junior_conversations")
    .select("id")
    .where(sql<SqlBool>`id = any(${[...ids]}::uuid[])`)
    .orderBy((eb) => eb("parent_id", "is not", null))
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** One User becomes another, who may take part already. */
export async function repointParticipant(transaction: Transaction, from: string, into: string): Promise<void> {
  await sql`
    insert into junior_conversation_participants (conversation_id, user_id)
    select conversation_id, ${into} from junior_conversation_participants where user_id = ${from}
    on conflict do nothing`.execute(transaction);
  await transaction.deleteFrom("junior_conversation_participants").where("user_id", "=", from).execute();
}
