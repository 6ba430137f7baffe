import type { Env } from "../base/env.ts";
import { StartError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import { version } from "../base/version.ts";
import { exitCodes } from "../cli/exit-codes.ts";
import { buildProgram } from "../cli/program.ts";

/** What an interrupted command has still open gets this long; PostgreSQL and the rows bear its sudden end. */
const longestLeaveMs = 400;
/** An interrupted command that has not ended by then is ended. */
const longestEndMs = 1_800;

/**
 * The `junior` command: gives each command its hands and ends the process when it has ended. Settings and rooms are
 * loaded by the command that needs them: help needs none, and shows also where a setting is wrong.
 */
export async function runCommand(argv: string[]): Promise<void> {
  const { interrupted, extend } = listenForInterrupts();
  const program = buildProgram({
    version,
    async openDesk(progress) {
      const [{ openCliDesk }, { env, log }] = await Promise.all([import("./open-cli-desk.ts"), openSettings()]);
      return openCliDesk(env, { log, progress, interrupted });
    },
    async openHouse(progress) {
      const [{ openCliHouse }, { env, log }] = await Promise.all([import("./open-cli-house.ts"), openSettings()]);
      return openCliHouse(env, { log, progress, interrupted });
    },
    async start() {
      const [{ runUntilStopped }, { env, log }] = await Promise.all([import("./run-until-stopped.ts"), openSettings()]);
      await runUntilStopped(env, log, interrupted, extend);
    },
    async migrate(progress) {
      const [{ migrateOnly }, { env, log }] = await Promise.all([import("./open-ground.ts"), openSettings()]);
      return migrateOnly(env, { log, progress, interrupted });
    },
    async doctor() {
      const { doctor } = await import("./doctor.ts");
      return doctor(interrupted);
    },
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    setExitCode: (code) => {
      process.exitCode = code;
    },
    interrupted,
  });
  try {
    await program.parseAsync(argv);
  } finally {
    if (interrupted.aborted) setTimeout(() => process.exit(), longestLeaveMs).unref();
  }
}

/**
 * Ctrl-C, a stop from outside and a closed terminal are the same. The second one ends the process at once, and so does
 * the time given to `extend`: an embedded PostgreSQL hears of it even then. The listeners stay until the end: a library
 * that locks files ends the process where nobody else listens.
 */
function listenForInterrupts(): { interrupted: AbortSignal; extend(longestMs: number): void } {
  const interrupted = new AbortController();
  let longestMs = longestEndMs;
  const interrupt = () => {
    if (interrupted.signal.aborted) process.exit(exitCodes.interrupted);
    setTimeout(() => process.exit(), longestMs).unref();
    process.exitCode = exitCodes.interrupted;
    interrupted.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, interrupt);
  return {
    interrupted: interrupted.signal,
    extend: (ms) => {
      longestMs = ms;
    },
  };
}

/** @throws StartError with a line for each wrong setting */
async function openSettings(): Promise<{ env: Env; log: Log }> {
  const [{ loadEnvFile, readEnv }, { openLog }] = await Promise.all([import("../base/env.ts"), import("../base/log.ts")]);
  loadEnvFile();
  const read = readEnv();
  if ("faults" in read) throw new StartError(read.faults.join("\n"), 2);
  return { env: read.env, log: openLog(read.env.JUNIOR_LOG_LEVEL) };
}
