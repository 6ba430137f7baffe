import { once } from "node:events";
import type { Env } from "../base/env.ts";
import type { Log } from "../base/log.ts";
import { checkSettings } from "./check-settings.ts";
import { openJunior } from "./open-junior.ts";
import { timedProgress } from "./progress.ts";
import type { Part } from "./list-parts.ts";

/** After this long the rest is left; what it had committed is safe. With the last resort of PostgreSQL it stays under 5 s. */
const longestStopMs = 4_300;

/** `junior start`: runs until it is interrupted, then lets the work end or leaves it resumable. A second Ctrl-C ends at once. */
export async function runUntilStopped(env: Env, log: Log, interrupted: AbortSignal, extend: (longestMs: number) => void): Promise<void> {
  const write = (line: string) => void process.stdout.write(line);
  for (const line of checkSettings()) process.stderr.write(`${line}\n`);
  const progress = timedProgress(write, () => performance.now());
  const tellEarly = () => write("\nStopped before it was ready. Nothing is lost.\n");
  interrupted.addEventListener("abort", tellEarly);
  const junior = await openJunior(env, { log, progress, interrupted }).catch((error: unknown) => {
    if (interrupted.aborted) return null;
    throw error;
  });
  if (interrupted.aborted) return junior?.close();
  if (!junior) return;
  interrupted.removeEventListener("abort", tellEarly);
  extend(longestStopMs);
  write(`\nJunior is ready at ${junior.url}\n${describe(junior.parts)}\nStop it with Ctrl-C (process ${process.pid}).\n`);
  await once(interrupted, "abort");
  process.exitCode = 0;
  write("\nStopping. What is under way is finished or goes on at the next start.\n");
  await junior.close();
}

function describe(parts: Part[]): string {
  return parts
    .map(
      (part) => `  ${part.name.padEnd(9)} ${part.on ? "on " : "off"}  ${part.detail}${part.mend ? `\n                 ${part.mend}` : ""}`,
    )
    .join("\n");
}
