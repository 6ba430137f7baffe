import { readFile, readdir, readlink, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { identifyProcess, type ProcessIdentity } from "./process-identity.ts";

/** What `postmaster.pid` says of a server that really runs. */
export type Postmaster = { process: ProcessIdentity; port: number; status: string };

/**
 * The live server of this cluster. A process that only reuses the pid is not believed: it must be working in the
 * cluster's folder, or, where the system hides that, have been started with it.
 */
export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const lines = await readLockLines(data);
  const found = identifyProcess(Number(lines?.[0]));
  if (lines === undefined || found === undefined || !(await worksIn(found.pid, data))) return undefined;
  return { process: found, port: Number(lines[3]), status: (lines[7] ?? "").trim() };
}

/**
 * Makes way for a new server. A lock file whose process is gone is left to PostgreSQL, which also looks for its
 * shared memory; one whose pid now belongs to something else, or to an unreaped child, would keep PostgreSQL from starting.
 */
export async function clearDeadLock(data: string): Promise<void> {
  const pid = Number((await readLockLines(data))?.[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  await waitForOrphans(data);
  if (pidIsTaken(pid) && (await readPostmaster(data)) === undefined) await rm(join(data, "postmaster.pid"), { force: true });
}

/** Backends of a killed server notice and end; starting beside them would harm the data. */
async function waitForOrphans(data: string): Promise<void> {
  const giveUp = performance.now() + 10_000;
  while (performance.now() < giveUp && (await someProcessWorksIn(data))) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function someProcessWorksIn(data: string): Promise<boolean> {
  if (process.platform !== "linux") return false;
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
  for (const pid of pids) {
    if ((await workingFolder(pid)) === (await realpath(data)) && (await isPostgres(pid))) return true;
  }
  return false;
}

async function worksIn(pid: number, data: string): Promise<boolean> {
  if (process.platform !== "linux") return true;
  if (!(await isPostgres(pid))) return false;
  const folder = await workingFolder(pid);
  if (folder !== undefined) return folder === (await realpath(data));
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return command.split("\0").includes(data);
}

async function isPostgres(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "")).trim() === "postgres";
}

/** Undefined where the system does not tell, such as for root in a container without the right to trace. */
function workingFolder(pid: number): Promise<string | undefined> {
  return readlink(`/proc/${pid}/cwd`).catch(() => undefined);
}

function pidIsTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Lines: pid, folder, start time, port, socket folder, address, shared memory, status. */
async function readLockLines(data: string): Promise<string[] | undefined> {
  const text = await readFile(join(data, "postmaster.pid"), "utf8").catch(() => undefined);
  return text?.split("\n");
}
