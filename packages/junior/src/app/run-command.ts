import type { Env } from "../base/env.ts";
import type { Log } from "../base/log.ts";
import { version } from "../base/version.ts";
import { buildProgram } from "../cli/program.ts";
import { doctor } from "./doctor.ts";
import { openCliHouse } from "./open-cli-house.ts";
import { migrateOnly } from "./open-ground.ts";
import { runUntilStopped } from "./run-until-stopped.ts";

/** The `junior` command: gives each command its hands and ends the process when it has ended. */
export async function runCommand(env: Env, log: Log, argv: string[]): Promise<void> {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const program = buildProgram({
    version,
    open: ({ progress }) => openCliHouse(env, log, progress),
    start: () => runUntilStopped(env, log, interrupted.signal),
    migrate: (progress) => migrateOnly(env, progress),
    doctor: () => doctor(env, log),
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
}
