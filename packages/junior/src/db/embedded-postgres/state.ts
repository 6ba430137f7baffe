import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { chown, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { isSameProcessRunning, type ProcessIdentity } from "./process-identity.ts";

const processIdentity = z.object({ pid: z.number().int(), startedAt: z.string() });

/** `<dataDir>/postgres.json`, and a copy beside it. Only the holder of the lock writes them. */
const embeddedPostgresState = z.object({
  dataDir: z.string(),
  /** Where the cluster lies, and the binaries when the server's user cannot reach those of the installation. */
  home: z.string(),
  data: z.string(),
  binaries: z.string(),
  /** The operating system's user that the server runs as, when it is not Junior's own. */
  runsAs: z.string().nullable(),
  port: z.number().int(),
  password: z.string(),
  server: processIdentity.nullable(),
  /** Junior processes that use the server; dead ones may be among them. */
  users: z.array(processIdentity.extend({ id: z.string() })),
});
export type EmbeddedPostgresState = z.infer<typeof embeddedPostgresState>;

/**
 * Undefined when there is none or it cannot be understood, and its copy neither: the password is then set anew,
 * which those who are connected would not survive.
 */
export function readState(dataDir: string): EmbeddedPostgresState | undefined {
  const state = readStateFile(statePath(dataDir)) ?? readStateFile(copyPath(dataDir));
  return state !== undefined && isCopy(state, dataDir) ? asCopy(state, dataDir) : state;
}

function readStateFile(path: string): EmbeddedPostgresState | undefined {
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  try {
    return embeddedPostgresState.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

export function hasState(dataDir: string): boolean {
  return existsSync(statePath(dataDir)) || existsSync(copyPath(dataDir));
}

/** A data folder that was copied, not moved: the original still has its own cluster and its own users. */
function isCopy(state: EmbeddedPostgresState, dataDir: string): boolean {
  return state.dataDir !== dataDir && existsSync(statePath(state.dataDir));
}

function asCopy(state: EmbeddedPostgresState, dataDir: string): EmbeddedPostgresState {
  const home = join(dataDir, "postgres");
  return { ...state, dataDir, home, data: join(home, "data"), server: null, users: [] };
}

export async function writeState(state: EmbeddedPostgresState): Promise<void> {
  for (const path of [statePath(state.dataDir), copyPath(state.dataDir)]) await writeStateFile(path, state);
}

async function writeStateFile(path: string, state: EmbeddedPostgresState): Promise<void> {
  const half = `${path}.${randomBytes(4).toString("hex")}`;
  try {
    await writeFile(half, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600, flush: true });
    const owner = await stat(state.dataDir);
    // Root may look after a folder of somebody else, who must still be able to read it later.
    if (process.getuid?.() === 0 && owner.uid !== 0) await chown(half, owner.uid, owner.gid);
    await rename(half, path);
  } finally {
    await rm(half, { force: true });
  }
}

export function withUser(state: EmbeddedPostgresState, id: string, user: ProcessIdentity): EmbeddedPostgresState {
  return { ...state, users: [...withoutUser(state, id).users, { ...user, id }] };
}

/** Also forgets users that have died. */
export function withoutUser(state: EmbeddedPostgresState, id: string): EmbeddedPostgresState {
  return { ...state, users: state.users.filter((user) => user.id !== id && isSameProcessRunning(user)) };
}

function statePath(dataDir: string): string {
  return join(dataDir, "postgres.json");
}

function copyPath(dataDir: string): string {
  return join(dataDir, "postgres-copy.json");
}
