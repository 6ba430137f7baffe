import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from "kysely";
import pg from "pg";
import { answeringPool } from "./answering-pool.ts";
import { applicationName } from "./application-name.ts";
import type { Schema } from "./schema.ts";

export type Database = Kysely<Schema>;
export type Transaction = KyselyTransaction<Schema>;
/** A store takes either: inside a transaction it must be the transaction. */
export type Connection = Database | Transaction;

/**
 * Connections per process by role; with one for live changes and two of the queue's own,
 * six processes stay under PostgreSQL's default of 100.
 */
export const poolSize = { all: 8, web: 6, worker: 8, cli: 3, migrate: 2 } as const;
export type PoolRole = keyof typeof poolSize;

/** Over the server's own limit for a statement, which tells more. */
export const longestAnswerMs = 11_000;

export type OpenDatabase = { database: Database; pool: pg.Pool; close(): Promise<void> };

// int8 as number: sequences, epochs and counts stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * The timeouts keep a stopped or stuck process from holding a Conversation:
 * 2 s idle in a transaction, 2 s for a lock, 10 s for a statement. A server that does not answer at all is given up
 * after 11 s, save for migrations, which may take long.
 * `revive` starts a server of our own again: called when a connection dies, waited for when none can be made.
 */
export function openDatabase(options: { connectionString: string; role: PoolRole; revive?: () => Promise<void> }): OpenDatabase {
  const { revive } = options;
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    application_name: applicationName(options.role),
    max: poolSize[options.role],
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // So that a transaction can begin together with its first statement.
    pipeline: true,
    idle_in_transaction_session_timeout: 2_000,
    lock_timeout: 2_000,
    statement_timeout: 10_000,
    query_timeout: options.role === "migrate" ? undefined : longestAnswerMs,
  });
  pool.on("error", () => void revive?.());
  // One that dies between two statements of a transaction tells only its client; unheard, that would end the process.
  pool.on("connect", (client) => client.on("error", () => void revive?.()));
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: answeringPool(pool, revive) }) });
  return { database, pool, close: () => database.destroy() };
}
