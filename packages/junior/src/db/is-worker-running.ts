import { sql } from "kysely";
import type { Database } from "./database.ts";

/** Whether a Junior that was started (no command of its own) works on this database now, on this machine or another. */
export async function isWorkerRunning(database: Database): Promise<boolean> {
  const { rows } = await sql<{ running: boolean }>`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and application_name ~ ${"^junior (all|worker) \\d+$"}) as running`.execute(database);
  return rows[0]?.running ?? false;
}
