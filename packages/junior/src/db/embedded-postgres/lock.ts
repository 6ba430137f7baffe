import { join } from "node:path";
import lockfile from "proper-lockfile";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

const staleAfter = 3_000;
const longestWait = 90_000;
const pause = 50;
const tellAfter = 1_000;

export type LockOptions = {
  /** Ends the waiting; `work` that has begun is not touched. */
  interrupted?: AbortSignal | undefined;
  /** Told once, when the lock is not had within a second. */
  onWait?: () => void;
};

/**
 * Runs `work` while no other process starts, adopts or stops the server of this data folder.
 * A holder that was killed blocks the next one for at most `staleAfter` milliseconds.
 * `work` must leave the event loop free: the lock is kept by touching it.
 */
export async function withEmbeddedPostgresLock<T>(dataDir: string, work: () => Promise<T>, options: LockOptions = {}): Promise<T> {
  const release = await acquire(dataDir, options);
  try {
    return await work();
  } finally {
    // The lock may be gone already: the folder was deleted, or this process slept longer than the lock lives.
    await release().catch(() => undefined);
  }
}

async function acquire(dataDir: string, { interrupted, onWait }: LockOptions): Promise<() => Promise<void>> {
  const began = performance.now();
  let told = false;
  for (;;) {
    interrupted?.throwIfAborted();
    try {
      return await lockfile.lock(dataDir, {
        ...lockOptions(dataDir),
        update: 1_000,
        // PostgreSQL's own lock file still keeps a second server off the data.
        onCompromised: () => undefined,
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ELOCKED") throw error;
      const waited = performance.now() - began;
      if (waited > longestWait) throw lockedTooLong(dataDir, error);
      if (waited > tellAfter && !told) onWait?.();
      told ||= waited > tellAfter;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/**
 * The same for a process that is ending, where nothing asynchronous runs any more: does it when the lock is had
 * within half a second, or cannot be had at all since the folder is gone.
 */
export function withEmbeddedPostgresLockNow(dataDir: string, work: () => void): void {
  for (let tries = 0; tries < 10; tries++) {
    let release = () => {};
    try {
      release = lockfile.lockSync(dataDir, lockOptions(dataDir));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ELOCKED") {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
        continue;
      }
    }
    work();
    return release();
  }
}

const lockOptions = (dataDir: string) => ({ lockfilePath: join(dataDir, "postgres.lock"), stale: staleAfter });

function lockedTooLong(dataDir: string, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    "locked",
    `Another Junior has been starting or stopping PostgreSQL in ${dataDir} for over a minute. Your data is safe. Look at ${join(dataDir, "postgres.log")}, end the other Junior, then start again.`,
    cause,
  );
}
