import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { EmbeddedPostgresBinaries } from "./binaries.ts";
import { diskFull, EmbeddedPostgresError, saysDiskFull } from "./embedded-postgres-error.ts";
import type { EmbeddedPostgresPlace } from "./place.ts";
import { readPostmaster } from "./postmaster.ts";
import { runProgram } from "./run-program.ts";
import { stopServer } from "./server.ts";

/** The role that owns the cluster, and the database in it. */
export const clusterName = "junior";

/**
 * Makes the cluster with its database beside its place and moves it there when it is whole and on the disk,
 * so that a crash on the way leaves only a folder that the next start removes.
 */
export async function createCluster(
  place: EmbeddedPostgresPlace,
  binaries: EmbeddedPostgresBinaries,
  password: string,
  interrupted?: AbortSignal,
): Promise<void> {
  await removeHalfMade(place);
  const half = join(place.home, `half-made-${randomBytes(4).toString("hex")}`);
  const data = join(half, "data");
  const passwordFile = join(half, "password");
  await mkdir(half, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (place.runAs !== undefined) {
    for (const path of [half, passwordFile]) await chown(path, place.runAs.uid, place.runAs.gid);
  }
  try {
    const initdb = await runProgram(
      join(binaries.folder, "bin", "initdb"),
      [
        `--pgdata=${data}`,
        `--username=${clusterName}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        "--no-instructions",
      ],
      { runAs: place.runAs, interrupted },
    );
    interrupted?.throwIfAborted();
    if (initdb.exitCode !== 0) throw explainFailure(place, "initdb", initdb.output);
    await runStatement({ ...place, data }, binaries, `CREATE DATABASE ${clusterName}`);
    await setAside(place);
    await rename(data, place.data);
    await syncFolder(place.home);
  } finally {
    // A program that was interrupted may have left one behind that writes its last.
    await rm(half, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** For a cluster whose postgres.json was lost. The server must not be running. */
export async function setPassword(place: EmbeddedPostgresPlace, binaries: EmbeddedPostgresBinaries, password: string): Promise<void> {
  await runStatement(place, binaries, `ALTER ROLE ${clusterName} PASSWORD '${password}'`);
}

export async function refuseOtherVersion(place: EmbeddedPostgresPlace, binaries: EmbeddedPostgresBinaries): Promise<void> {
  const version = (await readFile(join(place.data, "PG_VERSION"), "utf8")).trim();
  if (version === binaries.majorVersion) return;
  throw new EmbeddedPostgresError(
    "wrong-version",
    `The data in ${place.data} were made by PostgreSQL ${version}; this Junior brings PostgreSQL ${binaries.majorVersion}. Your data are untouched. Start the Junior that made them and move them with pg_dump, or set JUNIOR_DATA_DIR to a new folder.`,
  );
}

/** PostgreSQL's single-user mode reports an error in its output, not by its exit code. */
async function runStatement(place: EmbeddedPostgresPlace, binaries: EmbeddedPostgresBinaries, statement: string): Promise<void> {
  const run = await runProgram(
    join(binaries.folder, "bin", "postgres"),
    ["--single", "-D", place.data, "-c", "exit_on_error=on", "postgres"],
    {
      runAs: place.runAs,
      input: `${statement}\n`,
    },
  );
  if (run.exitCode !== 0 || /^.*(ERROR|FATAL|PANIC): /m.test(run.output)) throw explainFailure(place, "postgres --single", run.output);
}

async function removeHalfMade(place: EmbeddedPostgresPlace): Promise<void> {
  const names = await readdir(place.home);
  for (const name of names.filter((each) => each.startsWith("half-made-"))) {
    // An initdb whose Junior was killed may still be writing; it ends by itself, and the next start removes the rest.
    await rm(join(place.home, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Data of a data folder that was deleted: kept, since only a person may throw data away. */
async function setAside(place: EmbeddedPostgresPlace): Promise<void> {
  if (!existsSync(place.data)) return;
  const server = await readPostmaster(place.data);
  if (server !== undefined) await stopServer(server.process);
  await rename(place.data, join(place.home, `set-aside-${randomBytes(4).toString("hex")}`));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function explainFailure(place: EmbeddedPostgresPlace, program: string, output: string): EmbeddedPostgresError {
  if (saysDiskFull(output)) return diskFull(place.home);
  const reason = output.split("\n").find((line) => /(error|FATAL|ERROR|PANIC): /.test(line)) ?? output.trim().split("\n").at(-1) ?? "";
  return new EmbeddedPostgresError(
    "start-failed",
    `PostgreSQL could not prepare its data in ${place.home} (${program}: ${reason.trim()}). Nothing that was stored is lost. Mend that and start again, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}
