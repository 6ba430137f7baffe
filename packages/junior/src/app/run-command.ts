import type { Env } from "../base/env.ts";
import { StartError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import { version } from "../base/version.ts";
import { buildProgram } from "../cli/program.ts";

/** What an interrupted command has still open gets this long; PostgreSQL and the rows bear its sudden end. */
const longestLeaveMs = 400;

/**
 * The `junior` command: gives each command its hands and ends the process when it has ended. Settings and rooms are
 * loaded by the command that needs them: help needs none, and shows also where a setting is wrong.
 */
export async function runCommand(argv: string[]): Promise<void> {
  const interrupted = new AbortController();
  // Stays until the end, and answers the second one itself: a library that locks files ends the process where nobody else listens.
  const interrupt = () => (interrupted.signal.aborted ? process.exit(130) : interrupted.abort());
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  const program = buildProgram({
    version,
    async openDesk(progress) {
      const [{ openCliDesk }, { env, log }] = await Promise.all([import("./open-cli-desk.ts"), openSettings()]);
      return openCliDesk(env, log, progress);
    },
    async openHouse(progress) {
      const [{ openCliHouse }, { env, log }] = await Promise.all([import("./open-cli-house.ts"), openSettings()]);
      return openCliHouse(env, log, progress);
    },
    async start() {
      const [{ runUntilStopped }, { env, log }] = await Promise.all([import("./run-until-stopped.ts"), openSettings()]);
      await runUntilStopped(env, log, interrupted.signal);
    },
    async migrate(progress) {
      const [{ migrateOnly }, { env }] = await Promise.all([import("./open-ground.ts"), openSettings()]);
      return migrateOnly(env, progress);
    },
    async doctor() {
      const { doctor } = await import("./doctor.ts");
      return doctor();
    },
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    setExitCode: (code) => {
      process.exitCode = code;
    },
    interrupted: interrupted.signal,
  });
  await program.parseAsync(argv);
  process.removeListener("SIGINT", interrupt).removeListener("SIGTERM", interrupt);
  if (interrupted.signal.aborted) setTimeout(() => process.exit(), longestLeaveMs).unref();
}

/** @throws StartError with a line for each wrong setting */
async function openSettings(): Promise<{ env: Env; log: Log }> {
  const [{ loadEnvFile, readEnv }, { openLog }] = await Promise.all([import("../base/env.ts"), import("../base/log.ts")]);
  loadEnvFile();
  const read = readEnv();
  if ("faults" in read) throw new StartError(read.faults.join("\n"), 2);
  return { env: read.env, log: openLog(read.env.JUNIOR_LOG_LEVEL) };
}
