import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openEmbeddedPostgres } from "../packages/junior/src/db/embedded-postgres/open-embedded-postgres.ts";
import { migrate } from "../packages/junior/src/db/migrate.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgresUrl: string;
    templateDatabase: string;
  }
}

const template = "junior_template";

/** One real server for the whole run, with a migrated database that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "junior-test-"));
  // As root, the server's user can come in, so that all of it lies in this folder and goes with it.
  await chmod(dataDir, 0o711);
  const server = await openEmbeddedPostgres({ dataDir });
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  // It goes with the run: nothing of it must outlive the machine.
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes"]) await client.query(`alter system set ${setting} = off`);
  await client.query("select pg_reload_conf()");
  await client.query(`create database ${template}`);
  const url = new URL(server.connectionString);
  url.pathname = `/${template}`;
  await migrate(url.href);
  await client.end();
  project.provide("postgresUrl", server.connectionString);
  project.provide("templateDatabase", template);
  return async () => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}
