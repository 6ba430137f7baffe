import { readdir } from "node:fs/promises";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { StartError } from "../base/errors.ts";
import type { Schema } from "./schema.ts";
import { openDatabase } from "./database.ts";

const folder = new URL("../../../../migrations/", import.meta.url);
/** Any constant will do; every Junior must use the same. */
const advisoryLock = 4_715_001;
const longestWaitMs = 60_000;
const tellAfterMs = 1_000;

export type MigrateOptions = {
  /** Ends the waiting for another process; a migration that has begun is not touched. */
  interrupted?: AbortSignal;
  /** Told once, when another process has been at it for a second. */
  onWait?: () => void;
};

/**
 * Brings the database to this version of Junior. Under an advisory lock: processes that start together wait for
 * one another.
 * @returns the names applied now, in order
 * @throws StartError when a newer Junior has migrated the database, the user may not create tables, or another process
 * has been at it for a minute; the reason of `interrupted`
 */
export async function migrate(connectionString: string, options: MigrateOptions = {}): Promise<string[]> {
  const { database, close } = openDatabase({ connectionString, role: "migrate" });
  try {
    return await database.connection().execute(async (connection) => {
      await sql`set lock_timeout = '60s'`.execute(connection);
      await sql`set statement_timeout = 0`.execute(connection);
      await takeLock(connection, options);
      try {
        return await applyPending(connection);
      } finally {
        await sql`select pg_advisory_unlock(${sql.lit(advisoryLock)})`.execute(connection);
      }
    });
  } finally {
    await close();
  }
}

/** Asked for again and again, since a query that waits could not be interrupted. */
async function takeLock(connection: Kysely<Schema>, { interrupted, onWait }: MigrateOptions): Promise<void> {
  const began = performance.now();
  for (let told = false; ;) {
    interrupted?.throwIfAborted();
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${sql.lit(advisoryLock)}) as taken`.execute(connection);
    if (rows[0]?.taken) return;
    const waited = performance.now() - began;
    if (waited > longestWaitMs) {
      throw new StartError(
        "Another Junior has been preparing the database for over a minute. Nothing was changed: look what it does, or end it, then start again.",
      );
    }
    if (waited > tellAfterMs && !told) onWait?.();
    told ||= waited > tellAfterMs;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Which migrations this database lacks, and which it has that this Junior does not know. */
export async function compareSchema(database: Kysely<Schema>): Promise<{ missing: string[]; unknown: string[] }> {
  const known = Object.keys(await loadMigrations());
  const { rows: tables } = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(database);
  const applied = tables[0]?.found
    ? (await sql<{ name: string }>`select name from kysely_migration`.execute(database)).rows.map((row) => row.name)
    : [];
  return {
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

async function applyPending(connection: Kysely<Schema>): Promise<string[]> {
  const { missing, unknown } = await compareSchema(connection);
  if (unknown.length > 0) {
    throw new StartError(
      `The database was migrated by a newer Junior (${unknown.join(", ")}). Nothing was changed: start that version, or point this one at another database.`,
    );
  }
  if (missing.length === 0) return [];
  const migrator = new Migrator({ db: connection, provider: { getMigrations: loadMigrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if ((error as { code?: string } | undefined)?.code === "42501") {
    throw new StartError(
      "The database user may not create tables or schemas. Nothing was changed: make it the owner of the database, or use the owner in DATABASE_URL.",
    );
  }
  if (error) throw error;
  return results.map((result) => result.migrationName);
}

async function loadMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".ts")).sort();
  const loaded = await Promise.all(files.map(async (file) => [file.slice(0, -3), await import(new URL(file, folder).href)] as const));
  return Object.fromEntries(loaded);
}
