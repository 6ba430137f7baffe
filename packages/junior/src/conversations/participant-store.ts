import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Connection, Transaction } from "../db/database.ts";

/** Where a surface heard something, and when: its author was there then. */
export type Heard = { channel: string; at: Date };

/**
 * The step of a statement that notes who takes part: whoever speaks does from then on (null: nobody). Read from the
 * Identity and not from what the caller knows of it: a merge of its User waits for this transaction, or this one for
 * the merge. `condition`: only where it holds. `heard`: then only in the Conversation's own channel; whoever has left it
 * is back when they speak there later, and not by what they say elsewhere.
 */
export const addParticipant = (conversationId: string, identityId: string | null, condition = sql`true`, heard: Heard | null = null) => sql`
    insert into junior_conversation_participants as known (conversation_id, user_id)
    select ${conversationId}::uuid, identity.user_id from junior_identities as identity
    where identity.id = ${identityId}::uuid and ${condition} and not exists (
      select from junior_conversation_participants as participant
      where participant.conversation_id = ${conversationId} and participant.user_id = identity.user_id
        and (participant.left_at < ${heard?.at ?? null}::timestamptz) is not true)
      and (${heard === null}::boolean or exists (
        select from junior_conversations where id = ${conversationId} and location_channel = ${heard?.channel ?? null}))
    for share of identity
    on conflict (conversation_id, user_id) do update set left_at = null where known.left_at < ${heard?.at ?? null}::timestamptz`;

/** Whether a User takes part in a Conversation, both given as SQL. */
export const takesPart = (conversationId: RawBuilder<unknown>, userId: string): RawBuilder<boolean> => sql`exists (
    select from junior_conversation_participants as participant
    where participant.conversation_id = ${conversationId} and participant.user_id = ${userId} and participant.left_at is null)`;

/** Somebody left a channel: from then on they take part in nothing that is delivered there. */
export async function leaveConversations(
  transaction: Transaction,
  identityId: string,
  place: { surface: string; tenant: string; channel: string },
  at: Date,
): Promise<void> {
  await sql`
    with leaving as (select user_id from junior_identities where id = ${identityId} for share)
    update junior_conversation_participants as participant
    set left_at = greatest(participant.left_at, ${at}::timestamptz)
    from leaving, junior_conversations as conversation
    where participant.user_id = leaving.user_id and conversation.id = participant.conversation_id
      and conversation.location_surface = ${place.surface} and conversation.location_tenant = ${place.tenant}
      and conversation.location_channel = ${place.channel}`.execute(transaction);
}

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

/** One User becomes another, who may take part already. Whoever left by one account has left. */
export async function repointParticipant(transaction: Transaction, from: string, into: string): Promise<void> {
  await sql`
    insert into junior_conversation_participants as known (conversation_id, user_id, left_at)
    select conversation_id, ${into}, left_at from junior_conversation_participants where user_id = ${from}
    on conflict (conversation_id, user_id) do update set left_at = greatest(known.left_at, excluded.left_at)`.execute(transaction);
  await transaction.deleteFrom("junior_conversation_participants").where("user_id", "=", from).execute();
}
