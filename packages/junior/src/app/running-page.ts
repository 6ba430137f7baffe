import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import type { Env } from "../base/env.ts";
import { identifyProcess, isSameProcessRunning } from "../db/embedded-postgres/process-identity.ts";

const runningPage = z.object({ url: z.string(), pid: z.number().int(), startedAt: z.string() });
export type RunningPage = z.infer<typeof runningPage>;

/** Beside the embedded database, so that the commands of its folder find the page; a database elsewhere has none. */
const pathOf = (env: Env): string | null => (env.DATABASE_URL ? null : join(resolve(env.JUNIOR_DATA_DIR), "page.json"));

/** Writes down where this process shows the page. @returns what forgets it, unless another process took its place */
export function rememberPage(env: Env, url: string): () => void {
  const path = pathOf(env);
  const self = identifyProcess(process.pid);
  if (path === null || self === undefined) return () => undefined;
  const half = `${path}.${process.pid}`;
  writeFileSync(half, `${JSON.stringify({ url, ...self } satisfies RunningPage)}\n`, { mode: 0o600 });
  renameSync(half, path);
  return () => {
    if (readPage(path)?.pid === process.pid) rmSync(path, { force: true });
  };
}

/** The page of a Junior that runs on this folder now; null where none is known. */
export function findRunningPage(env: Env): RunningPage | null {
  const path = pathOf(env);
  const page = path === null ? null : readPage(path);
  return page && isSameProcessRunning(page) ? page : null;
}

function readPage(path: string): RunningPage | null {
  try {
    return runningPage.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null; // not there, or nothing that we wrote
  }
}
