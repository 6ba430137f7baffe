import { sql } from "kysely";
import { newId } from "../base/ids.ts";
import { recordChange } from "../db/changes.ts";
import type { Connection, Database } from "../db/database.ts";
import type { Provider } from "../db/schema.ts";
import type { Account, AccountKey, Person } from "./person.ts";
import { endSignIns } from "./sign-in-store.ts";

export type KnownPerson = Person & { deactivated: boolean };

/** An account as its provider describes it now; `timeZone` null where it does not say. */
export type Profile = { handle: string; name: string; fullMember: boolean; timeZone: string | null; deactivated: boolean };

/**
 * The Identity of an account and its User, made on first sight. Names are not taken from a later sight of the
 * same account: see `updateProfile`.
 */
export async function findOrCreatePerson(database: Database, account: Account): Promise<Person> {
  return (await findPerson(database, account)) ?? createPerson(database, account);
}

export async function findPerson(connection: Connection, account: AccountKey): Promise<KnownPerson | null> {
  const row = await connection
    .selectFrom("junior_identities")
    .innerJoin("junior_users", "junior_users.id", "junior_identities.user_id")
    .select(["junior_users.id as userId", "junior_identities.id as identityId", "junior_users.name", "full_member as fullMember"])
    .select(sql<boolean>`deactivated_at is not null`.as("deactivated"))
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

/**
 * What the provider says now of an account that we know; its User takes its name. Whose account is deactivated there
 * is deactivated here, and all that they came in by has ended, also for when they come back.
 */
export async function updateProfile(database: Database, identityId: string, profile: Profile): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const known = await transaction
      .selectFrom("junior_identities")
      .select(["user_id as userId", "full_member as fullMember"])
      .where("id", "=", identityId)
      .forUpdate()
      .executeTakeFirst();
    if (!known) return;
    const { handle, name, fullMember, timeZone, deactivated } = profile;
    await transaction
      .updateTable("junior_identities")
      .set({ handle, name, full_member: fullMember, updated_at: new Date() })
      .where("id", "=", identityId)
      .execute();
    await transaction
      .updateTable("junior_users")
      .set((eb) => ({
        name,
        deactivated_at: deactivated ? eb.fn.coalesce("deactivated_at", sql<Date>`now()`) : null,
        ...(timeZone !== null && { time_zone: timeZone }),
      }))
      .where("id", "=", known.userId)
      .execute();
    if (deactivated) await endSignIns(transaction, known.userId);
    if (deactivated || known.fullMember !== fullMember) await recordChange(transaction, "person", known.userId, null);
  });
}

export async function listIdentities(connection: Connection, userId: string) {
  return connection
    .selectFrom("junior_identities")
    .select(["id", "provider", "tenant", "subject", "handle", "full_member as fullMember"])
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

/** The User of an Identity or of an account. */
export async function findIdentityUser(connection: Connection, who: { identityId: string } | AccountKey): Promise<string | null> {
  const found = connection.selectFrom("junior_identities").select("user_id");
  const row = await (
    "identityId" in who
      ? found.where("id", "=", who.identityId)
      : found.where("provider", "=", who.provider).where("tenant", "=", who.tenant).where("subject", "=", who.subject)
  ).executeTakeFirst();
  return row?.user_id ?? null;
}

/** The User of this id, or the one into whom it has been merged. */
export async function findUser(connection: Connection, userId: string) {
  const row = await connection
    .selectFrom("junior_users as asked")
    .innerJoin("junior_users as user", (join) =>
      join.on((eb) => eb("user.id", "=", eb.fn.coalesce("asked.merged_into_user_id", "asked.id"))),
    )
    .select(["user.id as userId", "user.name", "user.time_zone as timeZone", "user.admin", "user.deactivated_at"])
    .where("asked.id", "=", userId)
    .executeTakeFirst();
  if (!row) return null;
  const { deactivated_at: deactivatedAt, ...user } = row;
  return { ...user, deactivated: deactivatedAt !== null };
}

/** Everybody, by name, each with their accounts; Users that have been merged into another are left out. */
export async function listPeople(connection: Connection) {
  const users = await connection
    .selectFrom("junior_users")
    .select(["id as userId", "name", "admin", "deactivated_at"])
    .where("merged_into_user_id", "is", null)
    .orderBy("name")
    .orderBy("id")
    .execute();
  const identities = await connection
    .selectFrom("junior_identities")
    .select(["user_id", "provider", "tenant", "handle"])
    .orderBy("created_at")
    .execute();
  const accounts = new Map<string, { provider: Provider; tenant: string; handle: string }[]>();
  for (const { user_id: userId, ...account } of identities) accounts.set(userId, [...(accounts.get(userId) ?? []), account]);
  return users.map(({ deactivated_at: deactivatedAt, ...user }) => ({
    ...user,
    deactivated: deactivatedAt !== null,
    identities: accounts.get(user.userId) ?? [],
  }));
}

/** Only the command line grants it. */
export async function setAdmin(database: Database, userId: string, admin: boolean): Promise<void> {
  await database.updateTable("junior_users").set({ admin }).where("id", "=", userId).execute();
}
