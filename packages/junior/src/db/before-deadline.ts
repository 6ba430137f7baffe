import type { KyselyPlugin } from "kysely";
import type { Database } from "./database.ts";

/**
 * The same database, on which no query begins after the deadline: a transaction that is slower fails as a whole,
 * so that somebody who was told "not recorded" is not proved wrong by a late commit.
 */
export function beforeDeadline(database: Database, signal: AbortSignal): Database {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      signal.throwIfAborted();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return database.withPlugin(plugin);
}
