import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { familyTicks, ticks, ticksPerSecond } from "./process-ticks.ts";
import { type Figure, median, writeResults } from "./results.ts";

/**
 * How long Junior takes to be ready, how much memory it holds then, and what it costs when nothing happens.
 *   node bench/start.ts [--idle SECONDS] [--starts N]
 */
const idleSeconds = numberAfter("--idle", 60);
const starts = numberAfter("--starts", 5);
const main = fileURLToPath(new URL("../packages/junior/src/main.ts", import.meta.url));
const dataDir = await mkdtemp(join(tmpdir(), "junior-bench-"));

const first = await start();
await stop(first);
const later: number[] = [];
const resident: number[] = [];
let idle = { app: 0, database: 0 };
for (let index = 0; index < starts; index++) {
  const junior = await start();
  later.push(junior.seconds);
  await pause(2_000);
  resident.push(await residentMegabytes(junior.pid));
  if (index === starts - 1) idle = await idleShare(junior.pid, idleSeconds);
  await stop(junior);
}
await rm(dataDir, { recursive: true, force: true });

const figures: Figure[] = [
  { name: "ready, first start", value: first.seconds, unit: "s", target: 8, ok: first.seconds <= 8 },
  { name: `ready, existing database (median of ${starts})`, value: median(later), unit: "s", target: 2, ok: median(later) <= 2 },
  { name: `resident when ready (median of ${starts})`, value: median(resident), unit: "MB", target: 170, ok: median(resident) < 170 },
  { name: `idle, app (${idleSeconds} s)`, value: idle.app, unit: "% of a core", target: 1, ok: idle.app < 1 },
  { name: `idle, database (${idleSeconds} s)`, value: idle.database, unit: "% of a core", target: 1, ok: idle.database < 1 },
];
await writeResults("start", figures);

type Running = { pid: number; seconds: number; child: ReturnType<typeof spawn> };

async function start(): Promise<Running> {
  const began = performance.now();
  const child = spawn(process.execPath, [main, "start"], {
    cwd: dataDir,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], PORT: "0", JUNIOR_DATA_DIR: join(dataDir, "data") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8");
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (text: string) => {
      output += text;
      if (output.includes("Junior is ready")) resolve();
    });
    child.once("exit", () => reject(new Error(`Junior did not start:\n${output}`)));
  });
  return { pid: child.pid as number, seconds: (performance.now() - began) / 1_000, child };
}

async function stop(junior: Running): Promise<void> {
  const gone = once(junior.child, "exit");
  junior.child.kill("SIGINT");
  await gone;
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
}

/** Share of one core over the time, in percent; the database's with all its processes, ended ones included. */
async function idleShare(pid: number, seconds: number): Promise<{ app: number; database: number }> {
  const postmaster = Number(JSON.parse(await readFile(join(dataDir, "data", "postgres.json"), "utf8")).server.pid);
  const before = { app: await ticks(pid), database: await familyTicks(postmaster) };
  await pause(seconds * 1_000);
  const after = { app: await ticks(pid), database: await familyTicks(postmaster) };
  const share = (spent: number) => (spent / ticksPerSecond / seconds) * 100;
  return { app: share(after.app - before.app), database: share(after.database - before.database) };
}

function numberAfter(flag: string, otherwise: number): number {
  const index = process.argv.indexOf(flag);
  return index === -1 ? otherwise : Number(process.argv[index + 1]);
}
