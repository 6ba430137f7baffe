import type { Duplex } from "node:stream";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";
import { storable } from "../base/storable.ts";
import { databaseTrouble } from "./database-trouble.ts";
import { preparedInVain, statementNames } from "./statement-names.ts";

/**
 * The pool as Kysely sees it. A connection that is lost, or whose answer did not come in time, is thrown away: what was
 * asked for may still be under way on it. What `pg` finds out by itself carries no code: it is given that of the
 * operating system.
 *
 * "begin" waits for the statement that follows it, and both are sent at once.
 *
 * A connection that turns out to be lost before it has done anything is replaced: when it had ended before its first
 * statement was sent, or when that statement was the first of a transaction, which nobody committed. Any other
 * statement may have been carried out: its fault is the caller's. `revive`, where given, is waited for once when no new
 * connection can be made.
 *
 * Texts that PostgreSQL cannot keep are cleaned on their way to it, wherever they come from; inside JSON its writer does.
 *
 * Statements are prepared once for each connection. Where the server knows one no more, that connection is thrown
 * away, and its fault is the caller's too.
 */
export function answeringPool(pool: pg.Pool, revive?: () => Promise<void>): PostgresPool {
  const open = async (): Promise<pg.PoolClient> => {
    try {
      return await pool.connect();
    } catch (error) {
      if (!revive || !isEnded(error)) throw coded(error);
      await revive();
      return pool.connect().catch(throwCoded);
    }
  };
  const nameOf = statementNames();
  return {
    options: pool.options,
    connect: async () => answeringClient(await open(), open, pool.options.max, nameOf),
    end: () => pool.end(),
  };
}

/** All that the pool has may be lost at once: so many are replaced. */
function answeringClient(
  first: pg.PoolClient,
  open: () => Promise<pg.PoolClient>,
  mostReplaced: number,
  nameOf: ReturnType<typeof statementNames>,
): PostgresPoolClient {
  let client: pg.PoolClient | null = first;
  let unused = true;
  let begin: string | null = null;
  let lost: unknown = null;

  const ask = async (text: string, given: unknown[], begun: string | null) => {
    const values = storable(given);
    // A rollback behind an answer that never came would wait just as long.
    if (lost !== null || client === null) throw lost;
    try {
      const statement = { name: nameOf(text, values), text, values };
      return await (begun === null ? client.query(statement) : queryTogether(client, begun, statement));
    } catch (error) {
      if (isEnded(error) || isLate(error) || preparedInVain.has(codeOf(error) ?? "")) lost = coded(error);
      throw lost ?? error;
    }
  };
  const replace = async () => {
    client?.release(true);
    client = null;
    client = await open();
    lost = null;
  };
  const query = async (text: string, values: unknown[]) => {
    if (beginsTransaction(text)) return hold(text);
    const [isFirst, begun] = [unused, begin];
    begin = null;
    // Nothing was done: there is nothing to end.
    if (begun !== null && endsTransaction(text)) return { command: text.toUpperCase(), rows: [] };
    unused = false;
    for (let replaced = 0; ; replaced++) {
      try {
        return await ask(text, values, begun);
      } catch (error) {
        const harmless = isFirst && (wasNotSent(error) || (begun !== null && isEnded(error)));
        if (!harmless || replaced === mostReplaced) throw error;
      }
      await replace();
    }
  };
  const hold = (text: string) => {
    if (lost !== null) throw lost;
    begin = text;
    return { command: "BEGIN", rows: [] };
  };
  // Kysely's other way to ask, by a cursor, is for streams, which nothing here uses.
  return { query, release: () => client?.release(lost !== null) } as unknown as PostgresPoolClient;
}

const beginsTransaction = (text: string): boolean => /^(begin|start transaction)\b/i.test(text);
const endsTransaction = (text: string): boolean => /^(commit|rollback)$/i.test(text);

/** One write for both. What the first says matters only where the second did not fail: it cannot, save with its connection. */
async function queryTogether(client: pg.PoolClient, begin: string, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  stream.cork();
  const both = [client.query(begin), client.query(statement)] as const;
  stream.uncork();
  const [, answer] = await Promise.all(both);
  return answer;
}

const wasNotSent = (error: unknown): boolean => /not queryable/i.test(messageOf(error));
const isLate = (error: unknown): boolean => codeOf(error) === "ETIMEDOUT";
const isEnded = (error: unknown): boolean => !isLate(error) && databaseTrouble(coded(error)) === "away";

function throwCoded(error: unknown): never {
  throw coded(error);
}

function coded(error: unknown): unknown {
  const code = codeOf(error);
  return error instanceof Error && code !== undefined ? Object.assign(error, { code }) : error;
}

/** Its own, or the one that its message stands for. */
function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code === "string") return code;
  if (/timeout/i.test(messageOf(error))) return "ETIMEDOUT";
  return /terminated|not queryable/i.test(messageOf(error)) ? "ECONNRESET" : undefined;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : "");
