import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";

export type TestDatabase = {
  connectionString: string;
  /** Runs one statement on a connection of its own; for looking at rows, and for what no room offers. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Takes all rows away, for the next test of the file. Fails when a connection was left behind. */
  empty(): Promise<void>;
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
  const failFor = (left: string[]) => {
    if (left.length > 0) throw new Error(`connections were left behind: ${left.join(", ")}`);
  };
  return {
    connectionString: url.href,
    async query(text, values) {
      return (await client.query(text, values)).rows;
    },
    async empty() {
      failFor(await connectionsLeft(client, name));
      // In any order: as a replica, nothing asks for what the foreign keys want.
      await client.query("set session_replication_role = replica");
      await client.query(await deleteFromAll(client));
      await client.query("set session_replication_role = origin");
    },
    async close() {
      await client.end();
      const left = await asAdmin(async (admin) => {
        const found = await connectionsLeft(admin, name);
        await admin.query(`drop database ${name} with (force)`);
        return found;
      });
      failFor(left);
    },
  };
}

/** Of others than the one who asks. A server needs a moment to see that a client has gone. */
async function connectionsLeft(asking: pg.Client, name: string): Promise<string[]> {
  for (let tries = 0; ; tries++) {
    const { rows } = await asking.query<{ application_name: string }>(
      "select application_name from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
      [name],
    );
    if (rows.length === 0 || tries === 100) return rows.map((row) => row.application_name);
    await pause(10);
  }
}

/** What the migrations noted down stays; they make no other rows. */
async function deleteFromAll(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ statements: string }>(
    "select string_agg(format('delete from %I', tablename), ';') as statements from pg_tables where schemaname = 'public' and tablename not like 'kysely%'",
  );
  return rows[0]?.statements ?? "";
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
