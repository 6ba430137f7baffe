import { type SqlBool, sql } from "kysely";
import type { Connection, Transaction } from "../db/database.ts";
import type { Provider } from "../db/schema.ts";

/** Merges run one after the other; the first lock of each. */
export async function lockMerges(transaction: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('junior:merge-users', 0))`.execute(transaction);
}

/** A provider at whose same tenant both Users have an account. */
export async function findSharedProvider(connection: Connection, one: string, other: string): Promise<Provider | null> {
  const row = await connection
    .selectFrom("junior_identities as mine")
    .innerJoin("junior_identities as theirs", (join) =>
      join.onRef("theirs.provider", "=", "mine.provider").onRef("theirs.tenant", "=", "mine.tenant"),
    )
    .select("mine.provider")
    .where("mine.user_id", "=", one)
    .where("theirs.user_id", "=", other)
    .executeTakeFirst();
  return row?.provider ?? null;
}

/** `into` keeps its name; what only `from` had (a time zone, the right of an admin) it gets. */
export async function markMerged(transaction: Transaction, from: string, into: string): Promise<void> {
  await transaction.updateTable("junior_identities").set({ user_id: into }).where("user_id", "=", from).execute();
  await transaction
    .updateTable("junior_users")
    .set({ merged_into_user_id: into })
    .where((eb) => eb.or([eb("id", "=", from), eb("merged_into_user_id", "=", from)]))
    .execute();
  await sql`
    update junior_users as kept
    set time_zone = coalesce(kept.time_zone, gone.time_zone), admin = kept.admin or gone.admin
    from junior_users as gone
    where kept.id = ${into} and gone.id = ${from}`.execute(transaction);
}

/**
 * Who these Users are today. A merge of one of them waits until this transaction ends: what is written with these ids
 * is then found by it.
 */
export async function findCurrentUserIds(transaction: Transaction, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await transaction
    .selectFrom("junior_users")
    .select(["id", "merged_into_user_id"])
    .where(sql<SqlBool>`id = any(${[...userIds]}::uuid[])`)
    .orderBy("id")
    .forShare()
    .execute();
  return new Map(rows.map((row) => [row.id, row.merged_into_user_id ?? row.id]));
}
