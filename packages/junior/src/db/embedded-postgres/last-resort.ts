import { withEmbeddedPostgresLockNow } from "./lock.ts";
import { isSameProcessRunning, type ProcessIdentity } from "./process-identity.ts";
import { readState } from "./state.ts";

/** Stops the server when this process ends without having left it, and nobody else uses it. */
export type LastResort = {
  /** While this process holds the folder's lock, nobody else enters or leaves. */
  holdsLock(holds: boolean): void;
  /** The server that this process started or uses. */
  uses(server: ProcessIdentity): void;
  /** This process has left. */
  end(): void;
};

/**
 * For an end that waits for nothing: a second Ctrl-C, a stop that took too long, a fault. PostgreSQL is only told to stop;
 * it writes everything down and ends by itself. Who is killed cannot do this: the next Junior takes the server over.
 */
export function openLastResort(dataDir: string): LastResort {
  let locked = false;
  let server: ProcessIdentity | null = null;

  const stop = () => {
    if (server === null || !isSameProcessRunning(server) || hasOtherUsers(dataDir)) return;
    try {
      process.kill(server.pid, "SIGINT");
    } catch {
      // It has ended meanwhile.
    }
  };
  const onExit = () => {
    if (server === null) return;
    if (locked) stop();
    else withEmbeddedPostgresLockNow(dataDir, stop);
  };
  process.once("exit", onExit);

  return {
    holdsLock: (holds) => {
      locked = holds;
    },
    uses: (given) => {
      server = given;
    },
    end: () => void process.removeListener("exit", onExit),
  };
}

function hasOtherUsers(dataDir: string): boolean {
  try {
    return readState(dataDir)?.users.some((user) => user.pid !== process.pid && isSameProcessRunning(user)) ?? false;
  } catch {
    return false;
  }
}
