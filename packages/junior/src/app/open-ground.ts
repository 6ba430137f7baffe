import { resolve } from "node:path";
import type { Env } from "../base/env.ts";
import { StartError } from "../base/errors.ts";
import { faultCode, type Log } from "../base/log.ts";
import { type Changes, openChanges } from "../db/changes.ts";
import { type Database, type PoolRole, openDatabase } from "../db/database.ts";
import { databaseErrorAdvice } from "../db/database-error-advice.ts";
import { type EmbeddedPostgres, openEmbeddedPostgres } from "../db/embedded-postgres/open-embedded-postgres.ts";
import { compareSchema, migrate } from "../db/migrate.ts";
import type { Queue } from "../queue/queue.ts";
import type { Progress } from "./progress.ts";

/** The database at this version, and nothing on it yet. */
export type Store = {
  database: Database;
  connectionString: string;
  /** Called when a connection was lost. */
  revive(): void;
  close(): Promise<void>;
};

/** What every process that works stands on: the database at this version, hints, and live changes. */
export type Ground = {
  database: Database;
  queue: Queue;
  changes: Changes;
  embedded: boolean;
  /** Whether the database answers now. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
};

/**
 * Opens the database (its own PostgreSQL where no DATABASE_URL is set) and brings it to this version.
 * A PostgreSQL of our own that dies is started again.
 * @throws StartError with one line on what to do
 */
export async function openStore(env: Env, role: PoolRole, log: Log, progress: Progress): Promise<Store> {
  const postgres = await openPostgres(env, progress);
  const { connectionString } = postgres;
  try {
    await bringToVersion(connectionString, postgres.advise, progress);
    const revive = postgres.revive(log);
    const { database, close } = openDatabase({ connectionString, role, onConnectionFault: revive });
    return { database, connectionString, revive, close: () => closeAll([postgres.close, close], log) };
  } catch (error) {
    await closeAll([postgres.close], log);
    throw error;
  }
}

/** The store, with hints and live changes. */
export async function openGround(env: Env, role: PoolRole, log: Log, progress: Progress): Promise<Ground> {
  const { openQueue } = await import("../queue/queue.ts"); // a command that only looks does without
  const store = await openStore(env, role, log, progress);
  const { database, connectionString, revive } = store;
  const closers = [store.close];
  try {
    const queue = await openQueue({ connectionString, log, maintain: role !== "cli" });
    closers.push(queue.close);
    const changes = await openChanges({ connectionString, database, log, onConnectionLost: revive });
    closers.push(changes.close);
    progress("opened the queue and live changes");
    const ready = async () =>
      compareSchema(database).then(
        () => true,
        () => false,
      );
    return { database, queue, changes, embedded: env.DATABASE_URL === undefined, ready, close: () => closeAll(closers, log) };
  } catch (error) {
    await closeAll(closers, log);
    throw error;
  }
}

/** The last opened first. */
async function closeAll(closers: (() => Promise<void>)[], log: Log): Promise<void> {
  for (const closer of closers.splice(0).reverse())
    await closer().catch((error: unknown) => log.warn("a part did not close", { code: faultCode(error) }));
}

/** Applies what this Junior's version needs; alone, for `junior migrate`. */
export async function migrateOnly(env: Env, progress: Progress): Promise<string[]> {
  const postgres = await openPostgres(env, progress);
  try {
    return await bringToVersion(postgres.connectionString, postgres.advise, progress);
  } finally {
    await postgres.close();
  }
}

type Postgres = {
  connectionString: string;
  close(): Promise<void>;
  /** Called when a connection was lost. */
  revive(log: Log): () => void;
  advise(error: unknown): StartError;
};

async function openPostgres(env: Env, progress: Progress): Promise<Postgres> {
  if (env.DATABASE_URL) {
    const connectionString = env.DATABASE_URL;
    const advise = (error: unknown) => new StartError(databaseErrorAdvice(error, connectionString));
    return { connectionString, close: async () => undefined, revive: () => () => undefined, advise };
  }
  const embedded = await openEmbeddedPostgres({ dataDir: resolve(env.JUNIOR_DATA_DIR), progress });
  return {
    connectionString: embedded.connectionString,
    close: embedded.close,
    revive: (log) => reviver(embedded, log),
    advise: () => new StartError(`Junior's own PostgreSQL does not answer. What is stored is safe. Its log says why: ${embedded.logFile}`),
  };
}

/** One attempt at a time; the next lost connection tries again. */
function reviver(embedded: EmbeddedPostgres, log: Log): () => void {
  let trying: Promise<void> | null = null;
  return () => {
    trying ??= embedded
      .ensureRunning()
      .catch((error: unknown) => log.error("PostgreSQL could not be started again", { code: faultCode(error) }))
      .finally(() => {
        trying = null;
      });
  };
}

async function bringToVersion(connectionString: string, advise: (error: unknown) => StartError, progress: Progress): Promise<string[]> {
  try {
    const applied = await migrate(connectionString);
    if (applied.length > 0) progress("brought the database to this version");
    return applied;
  } catch (error) {
    throw error instanceof StartError ? error : advise(error);
  }
}
