import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { runProgram, type ServerUser } from "./run-program.ts";
import { type EmbeddedPostgresState, hasState } from "./state.ts";
import { findServerUser } from "./find-server-user.ts";

/** Where the cluster lies and who runs it. `exists` tells a cluster from an empty place. */
export type EmbeddedPostgresPlace = { home: string; data: string; exists: boolean; runAs: ServerUser | undefined };

/**
 * A cluster that exists is taken wherever it is. A new one goes into the data folder, or, when Junior is root and the
 * server's user cannot come into that folder, to `/var/lib/junior`.
 */
export async function choosePlace(dataDir: string, state: EmbeddedPostgresState | undefined): Promise<EmbeddedPostgresPlace> {
  const inside = join(dataDir, "postgres");
  const outside = join("/var/lib/junior", createHash("sha256").update(dataDir).digest("hex").slice(0, 16));
  const remembered = state !== undefined && !state.home.startsWith(state.dataDir) ? [state.home] : [];
  // Whoever deletes the data folder wants to begin anew: what it left outside is not taken up again.
  const home = [...remembered, inside, ...(hasState(dataDir) ? [outside] : [])].find((candidate) =>
    existsSync(join(candidate, "data", "PG_VERSION")),
  );
  if (home !== undefined) {
    const data = join(home, "data");
    const runAs = await findServerUser(data);
    if (!(await canReach(runAs, data))) throw unreachable(data, runAs);
    return { home, data, exists: true, runAs };
  }
  const runAs = await findServerUser(undefined);
  const chosen = (await canReach(runAs, dataDir)) ? inside : outside;
  await mkdir(chosen, { recursive: true, mode: runAs === undefined ? 0o700 : 0o755 });
  return { home: chosen, data: join(chosen, "data"), exists: false, runAs };
}

/** Asked of the operating system, as that user: modes alone would not tell of access lists and mounts. */
async function canReach(runAs: ServerUser | undefined, folder: string): Promise<boolean> {
  if (runAs === undefined) return true;
  return (await runProgram("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { runAs })).exitCode === 0;
}

function unreachable(data: string, runAs: ServerUser | undefined): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    "data-folder-not-reachable",
    `The user ${runAs?.name}, who runs PostgreSQL, can no longer come into ${data}. Your data is safe. Give back execute permission (chmod o+x) on the folders above it, then start again.`,
  );
}
