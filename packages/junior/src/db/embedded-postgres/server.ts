import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { EmbeddedPostgresBinaries } from "./binaries.ts";
import { diskFull, EmbeddedPostgresError, saysDiskFull } from "./embedded-postgres-error.ts";
import type { EmbeddedPostgresPlace } from "./place.ts";
import { clearDeadLock, type Postmaster, readPostmaster } from "./postmaster.ts";
import { programEnvironment } from "./run-program.ts";
import { serverArguments } from "./server-arguments.ts";
import { identifyProcess, isSameProcessRunning, type ProcessIdentity } from "./process-identity.ts";

const longestRecovery = 120_000;
const largestLog = 5_000_000;

/** Starts the server on this port and returns when it takes connections. It outlives this process: `onSpawn` tells who would have to be stopped. */
export async function startServer(
  place: EmbeddedPostgresPlace,
  binaries: EmbeddedPostgresBinaries,
  port: number,
  logFile: string,
  onSpawn: (server: ProcessIdentity) => void,
): Promise<Postmaster> {
  await clearDeadLock(place.data);
  await rotateLog(logFile);
  const log = await open(logFile, "a", 0o600);
  const { size: before } = await log.stat();
  try {
    const child = spawn(join(binaries.folder, "bin", "postgres"), serverArguments(place.data, port), {
      cwd: "/",
      env: programEnvironment,
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
      ...(place.runAs && { uid: place.runAs.uid, gid: place.runAs.gid }),
    });
    await once(child, "spawn");
    child.unref();
    const spawned = identifyProcess(child.pid ?? 0);
    if (spawned !== undefined) onSpawn(spawned);
    const ended = () => child.exitCode !== null || child.signalCode !== null;
    const server = await waitUntilReady(place.data, ended);
    if (server !== undefined) return server;
  } catch (error) {
    throw startFailed(place, logFile, (error as Error).message);
  } finally {
    await log.close();
  }
  const said = (await readFile(logFile)).subarray(before).toString("utf8");
  throw explainStart(place, logFile, port, said);
}

/** The server once it takes connections; undefined when it ended before. Recovery after a crash may take a while. */
export async function waitUntilReady(data: string, ended: () => boolean): Promise<Postmaster | undefined> {
  const giveUp = performance.now() + longestRecovery;
  while (performance.now() < giveUp) {
    const server = await readPostmaster(data);
    if (server?.status === "ready") return server;
    if (ended()) return undefined;
    await sleep(10);
  }
  return undefined;
}

/** Fast shutdown: connections are ended, all is written. Where that hangs, an immediate one, after which the next start recovers. */
export async function stopServer(server: ProcessIdentity): Promise<void> {
  for (const [signal, patience] of [
    ["SIGINT", 15_000],
    ["SIGQUIT", 5_000],
  ] as const) {
    try {
      process.kill(server.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ESRCH") return;
      throw error;
    }
    const giveUp = performance.now() + patience;
    while (performance.now() < giveUp) {
      if (!isSameProcessRunning(server)) return;
      await sleep(10);
    }
  }
  throw new EmbeddedPostgresError(
    "stop-failed",
    `PostgreSQL (process ${server.pid}) does not stop. Your data is safe. Look for a disk that hangs, then start Junior again: it takes the server over.`,
  );
}

async function rotateLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (file) => file.size,
    () => 0,
  );
  if (size > largestLog) await rename(logFile, `${logFile}.1`);
}

function explainStart(place: EmbeddedPostgresPlace, logFile: string, port: number, said: string): EmbeddedPostgresError {
  if (saysDiskFull(said)) return diskFull(place.data);
  if (said.includes("could not bind") || said.includes("Address already in use")) {
    return new EmbeddedPostgresError(
      "port-taken",
      `Port ${port} of 127.0.0.1, on which Junior's PostgreSQL ran, is now used by another program. Your data is safe. End that program, or stop every Junior of this data folder and start again: it then takes another port.`,
    );
  }
  return startFailed(place, logFile, said.match(/(?:FATAL|PANIC): +(.*)/)?.[1] ?? "it ended without saying why");
}

function startFailed(place: EmbeddedPostgresPlace, logFile: string, reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    "start-failed",
    `PostgreSQL did not start (${reason}). Your data in ${place.data} is untouched. Look at the end of ${logFile}, mend that and start again, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
