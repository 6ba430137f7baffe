import { readFile, stat } from "node:fs/promises";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { runProgram, type ServerUser } from "./run-program.ts";

const ourOwn = "junior-postgres";

/**
 * PostgreSQL refuses to run as root. Undefined when Junior is not root: the server then runs as Junior does.
 * The owner of a cluster that exists comes first, since only that user can open it.
 */
export async function findServerUser(existingData: string | undefined): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (existingData !== undefined) {
    const { uid, gid } = await stat(existingData);
    if (uid !== 0) return { name: (await namedUsers()).find((user) => user.uid === uid)?.name ?? String(uid), uid, gid };
  }
  return (await firstOf(["postgres", ourOwn])) ?? (await createUser()) ?? (await firstOf(["nobody"])) ?? refuse();
}

async function createUser(): Promise<ServerUser | undefined> {
  await runProgram("useradd", [
    "--system",
    "--no-create-home",
    "--home-dir",
    "/nonexistent",
    "--shell",
    "/usr/sbin/nologin",
    "--user-group",
    ourOwn,
  ]);
  return firstOf([ourOwn]);
}

async function firstOf(names: string[]): Promise<ServerUser | undefined> {
  const users = await namedUsers();
  return names.map((name) => users.find((user) => user.name === name && user.uid !== 0)).find((user) => user !== undefined);
}

/** passwd(5) */
async function namedUsers(): Promise<ServerUser[]> {
  const lines = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n");
  return lines
    .map((line) => line.split(":"))
    .filter((fields) => fields.length >= 4)
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

function refuse(): never {
  throw new EmbeddedPostgresError(
    "no-server-user",
    "Junior runs as root, PostgreSQL must not, and no ordinary user could be found or made for it. Nothing was changed. Start Junior as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.",
  );
}
