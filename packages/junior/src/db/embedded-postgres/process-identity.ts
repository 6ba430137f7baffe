import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A process that can be told from a later one with the same pid. */
export type ProcessIdentity = { pid: number; startedAt: string };

/** The identity of a running process; undefined when there is none or it has ended and only waits to be reaped. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === "linux" ? linuxStart(pid) : otherStart(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

export function isSameProcessRunning(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

/** proc(5): the name in parentheses may hold anything, so fields are counted from the last parenthesis. */
function linuxStart(pid: number): string | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return undefined;
  const boot = readIfThere("/proc/sys/kernel/random/boot_id")?.slice(0, 8) ?? "";
  return `${fields[19]}@${boot}`;
}

function otherStart(pid: number): string | undefined {
  try {
    const line = execFileSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
    const [state, ...start] = line.split(/\s+/);
    return state?.startsWith("Z") ? undefined : start.join(" ");
  } catch {
    return undefined;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
