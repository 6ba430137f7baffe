import { resolve } from "node:path";
import type { Env } from "../base/env.ts";
import { StartError } from "../base/errors.ts";
import { faultCode, type Log } from "../base/log.ts";
import { type Changes, openChanges } from "../db/changes.ts";
import { type Database, type PoolRole, openDatabase } from "../db/database.ts";
import { databaseErrorAdvice, isDatabaseFault } from "../db/database-error-advice.ts";
import { databaseTrouble } from "../db/database-trouble.ts";
import { type EmbeddedPostgres, openEmbeddedPostgres } from "../db/embedded-postgres/open-embedded-postgres.ts";
import { compareSchema, migrate } from "../db/migrate.ts";
import type { Queue } from "../queue/queue.ts";
import { withVerifiedTls } from "../db/verified-tls.ts";
import { type OpenedPart, closeParts } from "./close-parts.ts";
import type { Opening } from "./opening.ts";

/** The database at this version, and nothing on it yet. */
export type Store = {
  database: Database;
  connectionString: string;
  /** Called when a connection was lost: starts PostgreSQL again where it is our own. Does not fail. */
  revive(): Promise<void>;
  /** The same fault with what to do, where it is the database's. */
  advise(error: unknown): unknown;
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
export async function openStore(env: Env, role: PoolRole, opening: Opening): Promise<Store> {
  const { log } = opening;
  const postgres = await openPostgres(env, opening);
  const { connectionString, advise } = postgres;
  const parts: OpenedPart[] = [{ name: "postgres", close: postgres.close, longestMs: 2_000 }];
  const close = () => closeParts(parts, log);
  try {
    await bringToVersion(postgres, opening);
    const revive = postgres.revive(log);
    const pool = openDatabase({ connectionString, role, revive });
    parts.push({ name: "database", close: pool.close, longestMs: 300 });
    opening.interrupted.throwIfAborted();
    return { database: pool.database, connectionString, revive, advise, close };
  } catch (error) {
    await close();
    throw advise(error);
  }
}

/** The store, with hints and live changes. */
export async function openGround(env: Env, role: PoolRole, opening: Opening): Promise<Ground> {
  const { log, progress, interrupted } = opening;
  const { openQueue } = await import("../queue/queue.ts"); // a command that only looks does without
  const store = await openStore(env, role, opening);
  const { database, connectionString, revive } = store;
  const parts: OpenedPart[] = [{ name: "store", close: store.close, longestMs: 2_500 }];
  const close = () => closeParts(parts, log);
  try {
    const queue = await openQueue({ connectionString, log });
    parts.push({ name: "queue", close: queue.close });
    interrupted.throwIfAborted();
    const changes = await openChanges({ connectionString, database, log, onConnectionLost: () => void revive() });
    parts.push({ name: "changes", close: changes.close, longestMs: 300 });
    progress("opened the queue and live changes");
    const ready = async () =>
      compareSchema(database).then(
        () => true,
        () => false,
      );
    return { database, queue, changes, embedded: env.DATABASE_URL === undefined, ready, close };
  } catch (error) {
    await close();
    throw store.advise(error);
  }
}

/** Applies what this Junior's version needs; alone, for `junior migrate`. */
export async function migrateOnly(env: Env, opening: Opening): Promise<string[]> {
  const postgres = await openPostgres(env, opening);
  try {
    return await bringToVersion(postgres, opening);
  } catch (error) {
    throw postgres.advise(error);
  } finally {
    await postgres.close();
  }
}

type Postgres = {
  connectionString: string;
  close(): Promise<void>;
  revive(log: Log): () => Promise<void>;
  advise(error: unknown): unknown;
};

async function openPostgres(env: Env, { progress, interrupted }: Opening): Promise<Postgres> {
  if (env.DATABASE_URL) {
    const connectionString = withVerifiedTls(env.DATABASE_URL);
    const advise = (error: unknown) => adviseOn(error, () => databaseErrorAdvice(error, connectionString));
    return { connectionString, close: async () => undefined, revive: () => async () => undefined, advise };
  }
  const embedded = await openEmbeddedPostgres({ dataDir: resolve(env.JUNIOR_DATA_DIR), progress, interrupted });
  const { connectionString, close, logFile } = embedded;
  return {
    connectionString,
    close,
    revive: (log) => reviver(embedded, log),
    advise: (error) => adviseOn(error, () => ownAdvice(error, logFile)),
  };
}

/** A fault that is not the database's is not explained by it. */
function adviseOn(error: unknown, advice: () => string): unknown {
  return isDatabaseFault(error) ? new StartError(advice()) : error;
}

const ownAdvice = (error: unknown, logFile: string): string =>
  databaseTrouble(error) === "disk-full"
    ? "The disk of Junior's own PostgreSQL is full. What is stored is safe. Make room (Junior needs about 200 MB), then start it again."
    : `Junior's own PostgreSQL does not answer. What is stored is safe. Its log says why: ${logFile}`;

/** One attempt at a time; the next lost connection tries again. Where it fails, whoever waited finds no connection. */
function reviver(embedded: EmbeddedPostgres, log: Log): () => Promise<void> {
  let trying: Promise<void> | null = null;
  return () => {
    trying ??= embedded
      .ensureRunning()
      .catch((error: unknown) => log.error("PostgreSQL could not be started again", { code: faultCode(error) }))
      .finally(() => {
        trying = null;
      });
    return trying;
  };
}

async function bringToVersion({ connectionString }: Postgres, { progress, interrupted }: Opening): Promise<string[]> {
  const onWait = () => progress("waiting for another Junior that prepares the database …");
  const applied = await migrate(connectionString, { interrupted, onWait });
  if (applied.length > 0) progress("brought the database to this version");
  return applied;
}
