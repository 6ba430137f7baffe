import { type RawBuilder, sql } from "kysely";
import type { Database, Transaction } from "../db/database.ts";

/** As keys are kept where nothing else of a message may be. */
export const keyHash = (externalKey: string | RawBuilder<unknown>): RawBuilder<Buffer> => sql`sha256(convert_to(${externalKey}, 'UTF8'))`;

/**
 * Whoever stores this message, and whoever changes it, does so one after the other until the transaction ends: a change
 * finds the message, or the message finds what is kept of the change. Taken before any other lock.
 */
export async function lockMessageKey(transaction: Transaction, externalKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${externalKey}, 2))`.execute(transaction);
}

/** An edit of a message that has not come yet, under the lock of its key: it is stored with these words when it comes. */
export async function keepEarlyEdit(transaction: Transaction, externalKey: string, text: string): Promise<void> {
  await sql`
    insert into junior_early_edits (key_hash, text) select ${keyHash(externalKey)}, ${text} where ${isNeitherStoredNorGone(externalKey)}
    on conflict (key_hash) do update set text = excluded.text, created_at = now()`.execute(transaction);
}

/** A deletion of a message that has not come yet, under the lock of its key: it is never stored. */
export async function keepEarlyDeletion(transaction: Transaction, externalKey: string): Promise<void> {
  await sql`
    with removed as (delete from junior_early_edits where key_hash = ${keyHash(externalKey)})
    insert into junior_purged_keys (key_hash) select ${keyHash(externalKey)} where ${isNeitherStoredNorGone(externalKey)}
    on conflict do nothing`.execute(transaction);
}

/**
 * The steps of a statement that stores a message, between `numbered` (a row where it is stored) and its insert: what is
 * kept of an edit is taken as `early.text`.
 */
export const takenEarlyEdit = (externalKey: string) => sql`
    early as (delete from junior_early_edits where key_hash = ${keyHash(externalKey)} and exists (select from numbered) returning text)`;

/** No surface sends an event again so late that a message would still come. */
export async function trimEarlyEdits(database: Database): Promise<void> {
  await sql`delete from junior_early_edits where created_at < now() - interval '1 hour'`.execute(database);
}

const isNeitherStoredNorGone = (externalKey: string) => sql`
  not exists (select from junior_messages where external_key = ${externalKey})
  and not exists (select from junior_purged_keys where key_hash = ${keyHash(externalKey)})`;
