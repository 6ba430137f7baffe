import { join } from "node:path";
import lockfile from "proper-lockfile";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

const staleAfter = 3_000;
const longestWait = 90_000;
const pause = 50;

/**
 * Runs `work` while no other process starts, adopts or stops the server of this data folder.
 * A holder that was killed blocks the next one for at most `staleAfter` milliseconds.
 * `work` must leave the event loop free: the lock is kept by touching it.
 */
export async function withEmbeddedPostgresLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const release = await acquire(dataDir);
  try {
    return await work();
  } finally {
    // The lock may be gone already: the folder was deleted, or this process slept longer than the lock lives.
    await release().catch(() => undefined);
  }
}

async function acquire(dataDir: string): Promise<() => Promise<void>> {
  const giveUp = performance.now() + longestWait;
  for (;;) {
    try {
      return await lockfile.lock(dataDir, {
        lockfilePath: join(dataDir, "postgres.lock"),
        stale: staleAfter,
        update: 1_000,
        // PostgreSQL's own lock file still keeps a second server off the data.
        onCompromised: () => undefined,
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ELOCKED") throw error;
      if (performance.now() > giveUp) throw lockedTooLong(dataDir, error);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

function lockedTooLong(dataDir: string, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    "locked",
    `Another Junior has been starting or stopping PostgreSQL in ${dataDir} for over a minute. Your data is safe. Look at ${join(dataDir, "postgres.log")}, end the other Junior, then start again.`,
    cause,
  );
}
