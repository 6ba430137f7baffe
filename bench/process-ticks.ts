import { readFile, readdir } from "node:fs/promises";

export const ticksPerSecond = 100;

/** Processor time of a process with all its threads, in ticks; with its ended children where asked. 0 when it is gone. */
export async function ticks(pid: number, withEnded = false): Promise<number> {
  // Fields 14 to 17 of proc(5): utime, stime, cutime, cstime.
  return (await statOf(pid)).slice(11, withEnded ? 15 : 13).reduce((sum, value) => sum + value, 0);
}

/** The same of PostgreSQL's first process and everything that it started. */
export async function familyTicks(postmaster: number): Promise<number> {
  let sum = await ticks(postmaster, true);
  for (const entry of await readdir("/proc")) {
    if (/^\d+$/.test(entry) && (await parentOf(Number(entry))) === postmaster) sum += await ticks(Number(entry));
  }
  return sum;
}

export async function parentOf(pid: number): Promise<number | undefined> {
  return (await statOf(pid))[1];
}

/** The fields after the name: the third of proc(5) is the first here. */
async function statOf(pid: number): Promise<number[]> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return stat === ""
    ? []
    : stat
        .slice(stat.lastIndexOf(")") + 2)
        .split(" ")
        .map(Number);
}
