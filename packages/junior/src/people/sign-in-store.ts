import { type SqlBool, sql } from "kysely";
import { newId } from "../base/ids.ts";
import type { Connection, Database, Transaction } from "../db/database.ts";
import type { Person } from "./person.ts";

// Every time here is the database's: processes whose clocks differ agree on what has expired.
const linkMinutes = 10;
const sessionDays = 30;

/** @returns when it expires; null when nobody has this Identity who may come in */
export async function insertSignInLink(database: Database, hash: Buffer, identityId: string): Promise<Date | null> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into junior_sign_in_links (token_hash, identity_id, expires_at)
    select ${hash}, identity.id, now() + ${linkMinutes} * interval '1 minute'
    from junior_identities as identity join junior_users as person on person.id = identity.user_id
    where identity.id = ${identityId} and person.deactivated_at is null
    returning expires_at`.execute(database);
  return rows[0]?.expires_at ?? null;
}

/** Whom a link that can still be used would let in; it is left as it is. */
export async function findSignInLink(connection: Connection, hash: Buffer): Promise<Person | null> {
  const row = await connection
    .selectFrom("junior_sign_in_links as link")
    .innerJoin("junior_identities as identity", "identity.id", "link.identity_id")
    .innerJoin("junior_users as person", "person.id", "identity.user_id")
    .select(personColumns)
    .where("link.token_hash", "=", hash)
    .where("link.used_at", "is", null)
    .where("link.expires_at", ">", sql<Date>`now()`)
    .where("person.deactivated_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Of several at once exactly one gets the Identity: the others wait for its row and then see that it is used. */
export async function useSignInLink(transaction: Transaction, hash: Buffer): Promise<string | null> {
  const row = await transaction
    .updateTable("junior_sign_in_links")
    .set({ used_at: sql<Date>`now()` })
    .where("token_hash", "=", hash)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .where(
      sql<SqlBool>`exists (
        select from junior_identities as identity join junior_users as person on person.id = identity.user_id
        where identity.id = junior_sign_in_links.identity_id and person.deactivated_at is null)`,
    )
    .returning("identity_id")
    .executeTakeFirst();
  return row?.identity_id ?? null;
}

/** @returns when it ends by itself */
export async function insertSession(transaction: Transaction, hash: Buffer, identityId: string): Promise<Date> {
  const row = await transaction
    .insertInto("junior_sessions")
    .values({
      id: newId(),
      token_hash: hash,
      identity_id: identityId,
      expires_at: sql<Date>`now() + ${sessionDays} * interval '1 day'`,
    })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return row.expires_at;
}

/** Whose session this is now; nobody's once it has ended or expired, or its person is deactivated. */
export async function findSession(connection: Connection, hash: Buffer): Promise<Person | null> {
  const row = await connection
    .selectFrom("junior_sessions as session")
    .innerJoin("junior_identities as identity", "identity.id", "session.identity_id")
    .innerJoin("junior_users as person", "person.id", "identity.user_id")
    .select(personColumns)
    .where("session.token_hash", "=", hash)
    .where("session.ended_at", "is", null)
    .where("session.expires_at", ">", sql<Date>`now()`)
    .where("person.deactivated_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** @returns the User whose session this call ended */
export async function endSession(transaction: Transaction, hash: Buffer): Promise<string | null> {
  const row = await transaction
    .updateTable("junior_sessions")
    .set({ ended_at: sql<Date>`now()` })
    .where("token_hash", "=", hash)
    .where("ended_at", "is", null)
    .returning((eb) =>
      eb
        .selectFrom("junior_identities")
        .select("user_id")
        .whereRef("junior_identities.id", "=", "junior_sessions.identity_id")
        .as("user_id"),
    )
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** What this User carries lets nobody in any more: their sessions, links and codes. */
export async function endSignIns(transaction: Transaction, userId: string): Promise<void> {
  const now = sql<Date>`now()`;
  const theirs = sql<SqlBool>`identity_id in (select id from junior_identities where user_id = ${userId})`;
  await transaction.updateTable("junior_sessions").set({ ended_at: now }).where("ended_at", "is", null).where(theirs).execute();
  await transaction.updateTable("junior_sign_in_links").set({ used_at: now }).where("used_at", "is", null).where(theirs).execute();
  await transaction.updateTable("junior_link_codes").set({ used_at: now }).where("used_at", "is", null).where(theirs).execute();
}

/** Removes links, codes and sessions that have been of no use for a day. */
export async function trimSignIns(database: Database): Promise<void> {
  const longAgo = sql<Date>`now() - interval '1 day'`;
  await database.deleteFrom("junior_sign_in_links").where("expires_at", "<", longAgo).execute();
  await database.deleteFrom("junior_link_codes").where("expires_at", "<", longAgo).execute();
  await database.deleteFrom("junior_sessions").where("expires_at", "<", longAgo).execute();
}

const personColumns = [
  "person.id as userId",
  "identity.id as identityId",
  "person.name as name",
  "identity.full_member as fullMember",
] as const;
