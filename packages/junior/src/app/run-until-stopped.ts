import { once } from "node:events";
import { type Env, unknownSettings } from "../base/env.ts";
import type { Log } from "../base/log.ts";
import { openJunior } from "./open-junior.ts";
import { timedProgress } from "./progress.ts";
import type { Part } from "./list-parts.ts";

/** After this long a part that does not close is left; what it had committed is safe. */
const longestStopMs = 4_500;

/** `junior start`: runs until it is interrupted, then lets the work end or leaves it resumable. A second Ctrl-C ends at once. */
export async function runUntilStopped(env: Env, log: Log, interrupted: AbortSignal): Promise<void> {
  const write = (line: string) => void process.stdout.write(line);
  for (const name of unknownSettings()) process.stderr.write(`${name} is no setting of Junior's and changes nothing (docs/settings.md).\n`);
  const junior = await openJunior(
    env,
    log,
    timedProgress(write, () => performance.now()),
  );
  if (interrupted.aborted) {
    await junior.close();
    write("\nStopped before it was ready. Nothing is lost.\n");
    return;
  }
  write(`\nJunior is ready at ${junior.url}\n${describe(junior.parts)}\nStop it with Ctrl-C (process ${process.pid}).\n`);
  await once(interrupted, "abort");
  write("\nStopping. What is under way is finished or goes on at the next start.\n");
  const stop = () => process.exit(130);
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const overdue = setTimeout(() => {
    log.warn("stopping took too long; the rest is left to the next start");
    process.exit(0);
  }, longestStopMs);
  await junior.close();
  clearTimeout(overdue);
  process.removeListener("SIGINT", stop).removeListener("SIGTERM", stop);
}

function describe(parts: Part[]): string {
  return parts
    .map(
      (part) => `  ${part.name.padEnd(9)} ${part.on ? "on " : "off"}  ${part.detail}${part.mend ? `\n                 ${part.mend}` : ""}`,
    )
    .join("\n");
}
