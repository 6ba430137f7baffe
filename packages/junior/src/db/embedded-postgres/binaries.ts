import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import type { EmbeddedPostgresPlace } from "./place.ts";
import { runProgram } from "./run-program.ts";

/** A folder with `bin/postgres`, `bin/initdb`, `lib` and `share` that the server's user can execute, and their major version. */
export type EmbeddedPostgresBinaries = { folder: string; majorVersion: string };

export async function findBinaries(place: EmbeddedPostgresPlace): Promise<EmbeddedPostgresBinaries> {
  const installation = locateInstallation();
  await restoreLinks(installation.folder);
  const majorVersion = installation.version.split(".")[0] ?? "";
  const inPlace = await tryToRun(installation.folder, place);
  if (inPlace.works) return { folder: installation.folder, majorVersion };
  if (place.runAs === undefined) throw doNotRun(installation.folder, inPlace.output);

  const folder = join(place.home, `binaries-${installation.version}`);
  if (!existsSync(folder)) await copyBinaries(installation.folder, folder);
  const copied = await tryToRun(folder, place);
  if (!copied.works) throw doNotRun(folder, copied.output);
  return { folder, majorVersion };
}

function locateInstallation(): { folder: string; version: string } {
  const name = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`;
  try {
    const entry = createRequire(createRequire(import.meta.url).resolve("embedded-postgres")).resolve(name);
    const packageFolder = dirname(dirname(entry));
    const { version } = createRequire(entry)(join(packageFolder, "package.json")) as { version: string };
    return { folder: join(packageFolder, "native"), version };
  } catch (error) {
    throw new EmbeddedPostgresError(
      "binaries-missing",
      `The PostgreSQL for this machine (${name}) is not installed. Nothing was changed. Delete node_modules and run npm start, or set DATABASE_URL to a PostgreSQL of your own.`,
      error,
    );
  }
}

/** npm packages hold no symbolic links: the package's install script makes them, where such scripts may run. */
async function restoreLinks(folder: string): Promise<void> {
  const list = join(folder, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(folder), target);
    if (existsSync(path)) continue;
    await symlink(relative(dirname(target), source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
  for (const program of await readdir(join(folder, "bin"))) await chmod(join(folder, "bin", program), 0o755).catch(() => undefined);
}

async function tryToRun(folder: string, place: EmbeddedPostgresPlace): Promise<{ works: boolean; output: string }> {
  for (const program of ["postgres", "initdb"]) {
    const { exitCode, output } = await runProgram(join(folder, "bin", program), ["--version"], { runAs: place.runAs });
    if (exitCode !== 0) return { works: false, output };
  }
  return { works: true, output: "" };
}

async function copyBinaries(from: string, to: string): Promise<void> {
  const half = `${to}.${process.pid}`;
  for (const old of await readdir(dirname(to))) {
    if (old.startsWith("binaries-") && old !== basename(to)) await rm(join(dirname(to), old), { recursive: true, force: true });
  }
  await mkdir(dirname(to), { recursive: true });
  await cp(from, half, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith(".a") });
  await runProgram("chmod", ["-R", "a+rX", half]);
  await rename(half, to);
}

function doNotRun(folder: string, output: string): EmbeddedPostgresError {
  const reason = output.trim().split("\n")[0] ?? "";
  return new EmbeddedPostgresError(
    "binaries-missing",
    `The PostgreSQL in ${folder} does not run on this machine (${reason}). Nothing was changed. Set DATABASE_URL to a PostgreSQL of your own.`,
  );
}
