import { sql } from "kysely";
import type { Connection, Database, Transaction } from "../db/database.ts";

const codeMinutes = 10;

/** @returns when it expires */
export async function insertLinkCode(database: Database, hash: Buffer, identityId: string): Promise<Date> {
  const row = await database
    .insertInto("junior_link_codes")
    .values({ code_hash: hash, identity_id: identityId, expires_at: sql<Date>`now() + ${codeMinutes} * interval '1 minute'` })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return row.expires_at;
}

/** The Identity that a code proves; null when it is used, expired or unknown. */
export async function findLinkCode(transaction: Transaction, hash: Buffer): Promise<string | null> {
  const row = await transaction
    .selectFrom("junior_link_codes")
    .select("identity_id")
    .where("code_hash", "=", hash)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row?.identity_id ?? null;
}

export async function useLinkCode(transaction: Transaction, hash: Buffer): Promise<void> {
  await transaction
    .updateTable("junior_link_codes")
    .set({ used_at: sql<Date>`now()` })
    .where("code_hash", "=", hash)
    .execute();
}

/** Whether somebody was given this code, whatever became of it since. */
export async function hasLinkCode(connection: Connection, hash: Buffer): Promise<boolean> {
  const row = await connection.selectFrom("junior_link_codes").select("identity_id").where("code_hash", "=", hash).executeTakeFirst();
  return row !== undefined;
}

export async function findLinkCodeState(connection: Connection, hash: Buffer): Promise<"waiting" | "used" | "expired"> {
  const row = await connection
    .selectFrom("junior_link_codes")
    .select([sql<boolean>`used_at is not null`.as("used"), sql<boolean>`expires_at <= now()`.as("expired")])
    .where("code_hash", "=", hash)
    .executeTakeFirst();
  if (row?.used) return "used";
  return row && !row.expired ? "waiting" : "expired";
}
