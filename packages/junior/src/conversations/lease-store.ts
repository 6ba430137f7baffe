import { sql } from "kysely";
import type { Connection, Database, Transaction } from "../db/database.ts";

/** Milliseconds. A lease is renewed every third of its life, and compared by the database's clock only. */
export const leaseMs = 6_000;

/**
 * Takes the Conversation for this worker unless somebody holds it. The epoch rises with every taking,
 * and each write of a Turn carries it.
 * @returns the epoch, or null when it is held, gone or purged
 */
export async function takeLease(connection: Connection, conversationId: string, owner: string, lifeMs = leaseMs): Promise<number | null> {
  const { rows } = await takenLease(conversationId, owner, lifeMs).execute(connection);
  return rows[0]?.lease_epoch ?? null;
}

/** The same as a step of a statement that does more. */
export const takenLease = (conversationId: string, owner: string, lifeMs = leaseMs) => sql<{ lease_epoch: number }>`
    update junior_conversations
    set lease_owner = ${owner}::uuid, lease_epoch = lease_epoch + 1, lease_until = ${until(lifeMs)}
    where id = ${conversationId} and purged_at is null and (lease_until is null or lease_until < now())
    returning lease_epoch`;

/** @returns whether the lease is still this worker's */
export async function renewLease(database: Database, conversationId: string, epoch: number, lifeMs = leaseMs): Promise<boolean> {
  const row = await database
    .updateTable("junior_conversations")
    .set({ lease_until: until(lifeMs) })
    .where("id", "=", conversationId)
    .where("lease_epoch", "=", epoch)
    .where("lease_owner", "is not", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives it back; a lease that another worker has taken meanwhile is left alone. */
export async function releaseLease(connection: Database | Transaction, conversationId: string, epoch: number): Promise<void> {
  await connection
    .updateTable("junior_conversations")
    .set({ lease_owner: null, lease_until: null })
    .where("id", "=", conversationId)
    .where("lease_epoch", "=", epoch)
    .execute();
}

/** Gives it back where nothing waits to be worked on. The caller holds the row lock. @returns whether it did */
export async function releaseWhenIdle(transaction: Transaction, conversationId: string, epoch: number): Promise<boolean> {
  const { rows } = await releasedWhenIdle(conversationId, epoch).execute(transaction);
  return rows.length > 0;
}

/** The same as a step of a statement that does more. It sees what waited before that statement. */
export const releasedWhenIdle = (conversationId: string, epoch: number) => sql`
    update junior_conversations set lease_owner = null, lease_until = null
    where id = ${conversationId} and lease_epoch = ${epoch} and not exists (
      select from junior_messages where conversation_id = ${conversationId} and state in ('undecided', 'waiting'))
    returning id`;

const until = (lifeMs: number) => sql<Date>`now() + ${lifeMs} * interval '1 millisecond'`;
