import pg from "pg";
import { applicationNameForm } from "../application-name.ts";

const patience = 500;

/**
 * Whether another Junior is connected, also one that postgres.json does not know of. One that has just left may
 * still show for a moment. A server that does not answer serves nobody.
 */
export async function isJuniorConnected(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: patience, query_timeout: patience });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const giveUp = performance.now() + patience;
    for (;;) {
      const { rows } = await client.query<{ connected: boolean }>(
        `select exists (
           select from pg_stat_activity
           where substring(application_name from $1) <> $2) as connected`,
        [applicationNameForm, String(process.pid)],
      );
      if (!rows[0]?.connected || performance.now() > giveUp) return rows[0]?.connected ?? false;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } catch {
    return false;
  } finally {
    client.end().catch(() => undefined);
  }
}
