import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { openEmbeddedPostgres } from "../../packages/junior/src/db/embedded-postgres/open-embedded-postgres.ts";
import { familyTicks, parentOf } from "../process-ticks.ts";

export type DatabaseServer = {
  urlOf(database: string): string;
  create(database: string): Promise<void>;
  /** Transactions that were committed there, reading ones too. A server process tells of its own up to 10 s late. */
  commits(database: string): Promise<number>;
  /** Processor time of all its processes, in ticks. */
  ticks(): Promise<number>;
  /** What makes a commit last. */
  durability: { fsync: string; synchronousCommit: string; version: string };
  close(): Promise<void>;
};

/**
 * A PostgreSQL of its own, as Junior starts it.
 * @throws when it would answer a commit before it is on the disk
 */
export async function openDatabaseServer(): Promise<DatabaseServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "junior-bench-"));
  await chmod(dataDir, 0o711);
  const server = await openEmbeddedPostgres({ dataDir });
  const client = new pg.Client({ connectionString: server.connectionString, application_name: "bench" });
  const close = async () => {
    await client.end();
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  await client.connect();
  const { rows } = await client.query<{ pid: number; fsync: string; synchronous: string; version: string }>(
    `select pg_backend_pid() as pid, current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous,
            current_setting('server_version') as version`,
  );
  const [found] = rows;
  const postmaster = found && (await parentOf(found.pid));
  if (!found || !postmaster || found.fsync !== "on" || found.synchronous !== "on") {
    await close();
    throw new Error("the benchmark needs fsync=on and synchronous_commit=on");
  }
  return {
    urlOf(database) {
      const url = new URL(server.connectionString);
      url.pathname = `/${database}`;
      return url.href;
    },
    create: async (database) => void (await client.query(`create database ${database}`)),
    async commits(database) {
      const counted = await client.query<{ count: string }>("select xact_commit::text as count from pg_stat_database where datname = $1", [
        database,
      ]);
      return Number(counted.rows[0]?.count);
    },
    ticks: () => familyTicks(postmaster),
    durability: { fsync: found.fsync, synchronousCommit: found.synchronous, version: found.version },
    close,
  };
}
