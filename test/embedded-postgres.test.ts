import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applicationName } from "../packages/junior/src/db/application-name.ts";
import { EmbeddedPostgresError } from "../packages/junior/src/db/embedded-postgres/embedded-postgres-error.ts";
import { withEmbeddedPostgresLock } from "../packages/junior/src/db/embedded-postgres/lock.ts";
import { openEmbeddedPostgres } from "../packages/junior/src/db/embedded-postgres/open-embedded-postgres.ts";
import { identifyProcess } from "../packages/junior/src/db/embedded-postgres/process-identity.ts";

/** Tests share one cluster, since making one takes a second: each leaves it stopped and whole. */
let root: string;
let dataDir: string;
const children = new Set<ChildProcess>();
/** Mostly waiting, so it runs beside the other tests. */
let killedAtWork: ReturnType<typeof killWhileItMakesTheDatabase>;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "junior-embedded-"));
  await chmod(root, 0o755);
  dataDir = join(root, "data");
  killedAtWork = killWhileItMakesTheDatabase();
  killedAtWork.catch(() => undefined);
});

afterAll(async () => {
  await killedAtWork.catch(() => undefined);
  for (const child of children) child.kill("SIGKILL");
  const left = await serverPid();
  if (left !== undefined) process.kill(left, "SIGKILL");
  await rm(root, { recursive: true, force: true });
  expect(left).toBeUndefined();
});

test("two processes that start at once in an empty folder share one new server, and the last to leave stops it", async () => {
  const [ana, ben] = await Promise.all([startChild(), startChild()]);
  expect([ana.fresh, ben.fresh].filter(Boolean)).toHaveLength(1);
  expect(ana.connectionString).toBe(ben.connectionString);
  expect(await query(ana.connectionString, "SELECT current_database() AS value")).toBe("junior");
  expect(await query(ana.connectionString, "SELECT 'Ä' < 'Z' COLLATE \"C\" AS value")).toBe(false);
  for (const [setting, value] of [
    ["fsync", "on"],
    ["synchronous_commit", "on"],
    ["listen_addresses", "127.0.0.1"],
    ["server_encoding", "UTF8"],
  ] as const) {
    expect(await query(ana.connectionString, `SHOW ${setting}`)).toBe(value);
  }
  await query(ana.connectionString, "CREATE TABLE kept (value text)");
  await query(ana.connectionString, "INSERT INTO kept VALUES ('still here')");

  await ana.leave();
  expect(await query(ben.connectionString, "SELECT value FROM kept")).toBe("still here");
  await ben.leave();
  expect(await serverPid()).toBeUndefined();
});

test("a stranger without the password is refused", async () => {
  const postgres = await openEmbeddedPostgres({ dataDir });
  const url = new URL(postgres.connectionString);
  url.password = "guessed";
  await expect(query(url.href, "SELECT 1")).rejects.toMatchObject({ code: "28P01" });
  expect((await readFile(join(dataDir, "postgres.json"), "utf8")).includes(new URL(postgres.connectionString).password)).toBe(true);
  await postgres.close();
});

test("the server of a Junior that was killed is adopted by the next, which stops it when it leaves", async () => {
  const killed = await startChild();
  const before = await serverPid();
  killed.process.kill("SIGKILL");
  await once(killed.process, "exit");
  expect(await serverPid()).toBe(before);

  const next = await openEmbeddedPostgres({ dataDir });
  expect(next.connectionString).toBe(killed.connectionString);
  expect(await serverPid()).toBe(before);
  expect(await query(next.connectionString, "SELECT value FROM kept")).toBe("still here");
  await next.close();
  expect(await serverPid()).toBeUndefined();
});

test("a server that was killed starts again on the same port, with what was committed", async () => {
  const ana = await openEmbeddedPostgres({ dataDir });
  const ben = await startChild();
  const before = (await serverPid()) ?? 0;
  await query(ana.connectionString, "INSERT INTO kept VALUES ('just before')");
  process.kill(before, "SIGKILL");
  await expect.poll(() => query(ana.connectionString, "SELECT 1").catch((error) => error.code)).toBe("ECONNREFUSED");

  await Promise.all([ana.ensureRunning(), ana.ensureRunning()]);
  expect(await serverPid()).not.toBe(before);
  expect(await query(ben.connectionString, "SELECT count(*)::int AS value FROM kept")).toBe(2);
  await ana.ensureRunning();
  await ana.close();
  expect(await serverPid()).toBeDefined();
  await ben.leave();
  expect(await serverPid()).toBeUndefined();
});

test("a lock of a dead server whose pid now belongs to somebody else does not keep the server from starting", async () => {
  const reused = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]);
  children.add(reused);
  await writeFile(
    join(await clusterFolder(), "postmaster.pid"),
    `${reused.pid}\n${await clusterFolder()}\n1\n1\n\n127.0.0.1\n  1 1\nready   \n`,
  );
  const postgres = await openEmbeddedPostgres({ dataDir });
  expect(await query(postgres.connectionString, "SELECT 1 AS value")).toBe(1);
  expect(identifyProcess(reused.pid ?? 0)).toBeDefined();
  await postgres.close();
  reused.kill();
});

test("another program on the last port: the next start takes another port", async () => {
  const { port } = JSON.parse(await readFile(join(dataDir, "postgres.json"), "utf8")) as { port: number };
  const squatter = createServer().listen(port, "127.0.0.1");
  await once(squatter, "listening");
  const postgres = await openEmbeddedPostgres({ dataDir });
  expect(new URL(postgres.connectionString).port).not.toBe(String(port));
  expect(await query(postgres.connectionString, "SELECT value FROM kept LIMIT 1")).toBe("still here");
  await postgres.close();
  squatter.close();
});

test("a damaged postgres.json harms nobody who runs: the next one enters and leaves without stopping the server", async () => {
  const ana = await startChild();
  const before = await serverPid();
  for (const damage of ["", "{", "null", '{"port":"x"}']) {
    await writeFile(join(dataDir, "postgres.json"), damage);
    const ben = await openEmbeddedPostgres({ dataDir });
    expect(ben.connectionString).toBe(ana.connectionString);
    await ben.close();
    expect(await serverPid()).toBe(before);
  }
  await writeFile(join(dataDir, "postgres.json"), "");
  await ana.leave();
  expect(await serverPid()).toBeUndefined();
});

test("whoever leaves last by the file keeps the server for a Junior that is connected", async () => {
  const ana = await openEmbeddedPostgres({ dataDir });
  const stranger = new pg.Client({ connectionString: ana.connectionString, application_name: "junior web 1" });
  await stranger.connect();
  await ana.close();
  const left = await serverPid();
  expect(left).toBeDefined();
  await stranger.end();
  const ben = await openEmbeddedPostgres({ dataDir });
  const own = new pg.Client({ connectionString: ben.connectionString, application_name: applicationName("web") });
  own.on("error", () => undefined);
  await own.connect();
  await ben.close();
  expect(await serverPid()).toBeUndefined();
  await own.end().catch(() => undefined);
});

test("a lost postgres.json loses no data", async () => {
  await rm(join(dataDir, "postgres.json"));
  await rm(join(dataDir, "postgres-copy.json"));
  const postgres = await openEmbeddedPostgres({ dataDir });
  expect(postgres.fresh).toBe(false);
  expect(await query(postgres.connectionString, "SELECT value FROM kept LIMIT 1")).toBe("still here");
  await postgres.close();
});

test("data of another major version are refused and left alone", async () => {
  const version = join(await clusterFolder(), "PG_VERSION");
  const right = await readFile(version, "utf8");
  await writeFile(version, "15\n");
  const refusal = await openEmbeddedPostgres({ dataDir }).catch((error: unknown) => error);
  await writeFile(version, right);
  expect(refusal).toBeInstanceOf(EmbeddedPostgresError);
  expect(refusal).toMatchObject({ code: "wrong-version" });
  expect((refusal as Error).message).not.toContain("\n");
});

test("a data folder below a file is refused in one line", async () => {
  await writeFile(join(root, "file"), "");
  await expect(openEmbeddedPostgres({ dataDir: join(root, "file", "data") })).rejects.toMatchObject({ code: "data-folder-not-writable" });
});

test("a Junior killed while it makes the database blocks the next for at most five seconds and leaves no ruins; root's data go where the server's user can come", async () => {
  const { leftByKilled, leftByNext, steps, fresh, waited, answer, runsAfterClose } = await killedAtWork;
  expect(leftByKilled).toHaveLength(1);
  expect(leftByNext).toEqual([]);
  expect(steps).toEqual(["made the database", "started PostgreSQL"]);
  expect(fresh).toBe(true);
  expect(waited).toBeLessThan(5_000);
  expect(answer).toBe(1);
  expect(runsAfterClose).toBe(false);
}, 20_000);

/** In a folder that only its owner can enter: what a Junior killed in the middle left, and how the next fared. */
async function killWhileItMakesTheDatabase() {
  const closedFolder = await mkdtemp(join(tmpdir(), "junior-closed-"));
  const hidden = join(closedFolder, "data");
  const outside = process.getuid?.() === 0;
  const home = outside ? join("/var/lib/junior", createHash("sha256").update(hidden).digest("hex").slice(0, 16)) : join(hidden, "postgres");
  const ruins = async (): Promise<string[]> => (await readdir(home).catch(() => [])).filter((name) => name.startsWith("half-made-"));
  try {
    const killed = launch(hidden);
    while ((await ruins()).length === 0 && killed.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 10));
    killed.kill("SIGKILL");
    await once(killed, "exit");
    const leftByKilled = await ruins();

    const started = performance.now();
    const waited = await withEmbeddedPostgresLock(hidden, async () => performance.now() - started);
    const steps: string[] = [];
    const postgres = await openEmbeddedPostgres({ dataDir: hidden, progress: (step) => steps.push(step) });
    const leftByNext = await ruins();
    const answer = await query(postgres.connectionString, "SELECT 1 AS value");
    await postgres.close();
    return {
      leftByKilled,
      leftByNext,
      steps,
      fresh: postgres.fresh,
      waited,
      answer,
      runsAfterClose: existsSync(join(home, "data", "postmaster.pid")),
    };
  } finally {
    await rm(home, { recursive: true, force: true });
    await rm(closedFolder, { recursive: true });
  }
}

type Child = { process: ChildProcess; connectionString: string; fresh: boolean; leave(): Promise<void> };

async function startChild(): Promise<Child> {
  const child = launch(dataDir);
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const leave = async (): Promise<void> => {
    child.stdin.end();
    const [exitCode] = await once(child, "exit");
    expect(exitCode).toBe(0);
  };
  return { process: child, ...(JSON.parse(line) as { connectionString: string; fresh: boolean }), leave };
}

function launch(folder: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "embedded-postgres-child.ts"), folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.add(child);
  return child;
}

/** The value of the first row. */
async function query(connectionString: string, statement: string): Promise<unknown> {
  const client = new pg.Client(connectionString);
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

async function clusterFolder(): Promise<string> {
  return (JSON.parse(await readFile(join(dataDir, "postgres.json"), "utf8")) as { data: string }).data;
}

/** The pid in PostgreSQL's own lock file, if that process lives. */
async function serverPid(): Promise<number | undefined> {
  const text = await readFile(join(await clusterFolder(), "postmaster.pid"), "utf8").catch(() => "");
  return identifyProcess(Number(text.split("\n")[0]))?.pid;
}
