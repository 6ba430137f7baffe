import { sql } from "kysely";
import { newId } from "../base/ids.ts";
import type { Connection, Database } from "../db/database.ts";
import type { Account, Person } from "./person.ts";

type AccountKey = Pick<Account, "provider" | "tenant" | "subject">;

/**
 * The Identity of an account and its User, made on first sight. Names are not taken from a later sight of the
 * same account: see `updateProfile`.
 */
export async function findOrCreatePerson(database: Database, account: Account): Promise<Person> {
  return (await findPerson(database, account)) ?? createPerson(database, account);
}

export async function findPerson(connection: Connection, account: AccountKey): Promise<Person | null> {
  const row = await connection
    .selectFrom("junior_identities")
    .innerJoin("junior_users", "junior_users.id", "junior_identities.user_id")
    .select(["junior_users.id as userId", "junior_identities.id as identityId", "junior_users.name", "full_member as fullMember"])
    .where("provider", "=", account.provider)
    .where("tenant", "=", account.tenant)
    .where("subject", "=", account.subject)
    .executeTakeFirst();
  return row ?? null;
}

async function createPerson(database: Database, account: Account): Promise<Person> {
  return database.transaction().execute(async (transaction) => {
    const key = `${account.provider}:${account.tenant}:${account.subject}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction);
    const found = await findPerson(transaction, account);
    if (found) return found;
    const person = { userId: newId(), identityId: newId(), name: account.name, fullMember: account.fullMember };
    await transaction.insertInto("junior_users").values({ id: person.userId, name: account.name }).execute();
    await transaction
      .insertInto("junior_identities")
      .values({
        id: person.identityId,
        user_id: person.userId,
        provider: account.provider,
        tenant: account.tenant,
        subject: account.subject,
        handle: account.handle,
        name: account.name,
        full_member: account.fullMember,
      })
      .execute();
    return person;
  });
}

/** What the provider says now of an account that we know; a User with this one Identity takes its name. */
export async function updateProfile(
  database: Database,
  identityId: string,
  profile: { handle: string; name: string; fullMember: boolean; timeZone: string | null },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const identity = await transaction
      .updateTable("junior_identities")
      .set({ handle: profile.handle, name: profile.name, full_member: profile.fullMember, updated_at: new Date() })
      .where("id", "=", identityId)
      .returning("user_id")
      .executeTakeFirst();
    if (!identity) return;
    await transaction
      .updateTable("junior_users")
      .set({ name: profile.name, time_zone: profile.timeZone })
      .where("id", "=", identity.user_id)
      .execute();
  });
}

export async function listIdentities(connection: Connection, userId: string) {
  return connection
    .selectFrom("junior_identities")
    .select(["id", "provider", "tenant", "subject", "handle"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
}

export async function findNames(connection: Connection, userIds: string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await connection.selectFrom("junior_users").select(["id", "name"]).where("id", "in", userIds).execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

export async function findTimeZone(connection: Connection, userId: string): Promise<string | null> {
  const row = await connection.selectFrom("junior_users").select("time_zone").where("id", "=", userId).executeTakeFirst();
  return row?.time_zone ?? null;
}
