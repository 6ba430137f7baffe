import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";

/**
 * The pool as Kysely sees it. A connection whose answer did not come in time is thrown away: what was asked for may
 * still be under way on it. What `pg` finds out by itself carries no code: it is given that of the operating system.
 */
export function answeringPool(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      return answeringClient(await pool.connect().catch(throwCoded));
    },
    end: () => pool.end(),
  };
}

function answeringClient(client: pg.PoolClient): PostgresPoolClient {
  let lost: unknown = null;
  const query = async (text: string, values: unknown[]) => {
    // A rollback behind an answer that never came would wait just as long.
    if (lost !== null) throw lost;
    try {
      return await client.query(text, values);
    } catch (error) {
      if (!hasCode(error) && codeOf(error) !== undefined) lost = coded(error);
      throw lost ?? error;
    }
  };
  // Kysely's other way to ask, by a cursor, is for streams, which nothing here uses.
  return { query, release: () => client.release(lost !== null) } as unknown as PostgresPoolClient;
}

function throwCoded(error: unknown): never {
  throw hasCode(error) ? error : coded(error);
}

function coded(error: unknown): unknown {
  const code = codeOf(error);
  return error instanceof Error && code !== undefined ? Object.assign(error, { code }) : error;
}

const hasCode = (error: unknown): boolean => typeof (error as { code?: unknown } | null)?.code === "string";

function codeOf(error: unknown): string | undefined {
  const text = error instanceof Error ? error.message : "";
  if (/timeout/i.test(text)) return "ETIMEDOUT";
  return /terminated|not queryable/i.test(text) ? "ECONNRESET" : undefined;
}
