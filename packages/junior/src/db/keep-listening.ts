import pg from "pg";
import { applicationName } from "./application-name.ts";

export type Listening = { isListening(): boolean; close(): Promise<void> };

const reconnectMs = 500;

/**
 * Holds a connection that listens on one channel, and opens it again whenever it is lost. What was notified meanwhile
 * is lost with it: `onListening` is called each time when it listens, first before this returns.
 * @throws what connecting throws, at the first time only
 */
export async function keepListening(options: {
  connectionString: string;
  /** Names the connection in pg_stat_activity. */
  role: string;
  channel: string;
  onNotified(payload: string): void;
  onListening(): void;
  onLost(): void;
  onStillLost?(): void;
}): Promise<Listening> {
  const closing = new AbortController();
  let client: pg.Client | null = null;

  const listen = async (): Promise<void> => {
    const opened = new pg.Client({
      connectionString: options.connectionString,
      application_name: applicationName(options.role),
      keepAlive: true,
    });
    opened.on("notification", ({ payload }) => options.onNotified(payload ?? ""));
    opened.on("error", () => undefined);
    opened.on("end", () => {
      if (closing.signal.aborted || client !== opened) return;
      client = null;
      options.onLost();
      void reconnect();
    });
    await opened.connect();
    await opened.query(`listen ${options.channel}`);
    client = opened;
    options.onListening();
  };
  const reconnect = async (): Promise<void> => {
    while (!closing.signal.aborted && !client) {
      await new Promise((resolve) => setTimeout(resolve, reconnectMs));
      await listen().catch(() => options.onStillLost?.());
    }
    if (closing.signal.aborted) await client?.end();
  };

  await listen();
  return {
    isListening: () => client !== null,
    async close() {
      closing.abort();
      await client?.end();
    },
  };
}
