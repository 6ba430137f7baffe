import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";

export type TestDatabase = {
  connectionString: string;
  /** Runs one statement on a connection of its own; for looking at rows, and for what no room offers. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Drops it. Fails when a connection was left behind. */
  close(): Promise<void>;
};

/** A clone of the migrated template, for one test file or one test. */
export async function createDatabase(): Promise<TestDatabase> {
  const name = `junior_${process.pid}_${Date.now().toString(36)}_${Math.random().toString(36).slice(2, 8)}`;
  await asAdmin((client) => client.query(`create database ${name} template ${inject("templateDatabase")}`));
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href, application_name: "test" });
  await client.connect();
  return {
    connectionString: url.href,
    async query(text, values) {
      return (await client.query(text, values)).rows;
    },
    async close() {
      await client.end();
      const left = await connectionsLeft(name);
      await asAdmin((admin) => admin.query(`drop database ${name} with (force)`));
      if (left.length > 0) throw new Error(`connections were left behind: ${left.join(", ")}`);
    },
  };
}

/** A server needs a moment to see that a client has gone. */
async function connectionsLeft(name: string): Promise<string[]> {
  for (let tries = 0; ; tries++) {
    const { rows } = await asAdmin((client) =>
      client.query<{ application_name: string }>("select application_name from pg_stat_activity where datname = $1", [name]),
    );
    if (rows.length === 0 || tries === 20) return rows.map((row) => row.application_name);
    await pause(50);
  }
}

async function asAdmin<T>(action: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: inject("postgresUrl"), application_name: "test admin" });
  await client.connect();
  try {
    return await action(client);
  } finally {
    await client.end();
  }
}
