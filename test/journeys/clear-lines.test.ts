import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, createDatabase } from "../database.ts";
import { assertAllStopped, spawnJunior } from "../start-junior.ts";

/** What a person reads who cannot start Junior: one line, no stack, no secret. */
const main = fileURLToPath(new URL("../../packages/junior/src/main.ts", import.meta.url));
let root: string;
let database: TestDatabase;
const role = `low_${process.pid}`;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "junior-lines-"));
  await chmod(root, 0o711);
  database = await createDatabase();
  await database.query(`create role ${role} login password 'hidden'`);
});
afterAll(async () => {
  await assertAllStopped();
  await database.query(`drop owned by ${role} cascade`);
  await database.query(`drop role ${role}`);
  await database.close();
  await rm(root, { recursive: true, force: true });
});

function as(name: string, query = ""): Record<string, string> {
  const url = new URL(database.connectionString);
  url.username = name;
  url.password = "hidden";
  url.search = query;
  return { PORT: "0", DATABASE_URL: url.href, JUNIOR_SECRET: "x".repeat(32) };
}
const run = async (args: string[], env: Record<string, string>) => (await spawnJunior(args, env)).exited;
async function inFolder(cwd: string, args: string[], env: Record<string, string>, stdout: number | "pipe" = "pipe") {
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], NO_COLOR: "1", ...env },
    stdio: ["ignore", stdout, "pipe"],
  });
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdout?.resume();
  const [code] = await once(child, "close");
  return { code: code as number, stderr };
}

test("a role that may create tables but no schemas", async () => {
  await database.query("drop schema if exists pgboss cascade");
  await database.query("drop schema public cascade");
  await database.query("create schema public");
  await database.query(`grant all on schema public to ${role}`);
  const { code, stderr } = await run(["start"], as(role));
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^The database user may not create tables or schemas\. .+ make it the owner of the database, .+\n$/),
  });
  expect(stderr).not.toContain("hidden");
});

test("a role that is given too few connections", async () => {
  await database.query(`grant create on database ${new URL(database.connectionString).pathname.slice(1)} to ${role}`);
  await database.query(`alter role ${role} connection limit 1`);
  const { code, stderr } = await run(["start"], { ...as(role), JUNIOR_LOG_LEVEL: "error" });
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^PostgreSQL at \S+ has no connection left\. .+\n$/) });
});

test("sslmode=require to a server without TLS, without a word of what a later version will do", async () => {
  const { code, stderr } = await run(["start"], as(role, "?sslmode=require"));
  expect(code).toBe(1);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).not.toMatch(/WARNING|trace/i);
});

test("a .env that is a folder", async () => {
  const cwd = join(root, "with-folder");
  await mkdir(join(cwd, ".env"), { recursive: true });
  const { code, stderr } = await inFolder(cwd, ["start"], {});
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^\.env in this folder cannot be read\. .+\n$/) });
});

test("a postgres.json that is a folder", async () => {
  const dataDir = join(root, "json-folder");
  await mkdir(join(dataDir, "postgres.json"), { recursive: true });
  const { code, stderr } = await run(["start"], { PORT: "0", JUNIOR_DATA_DIR: dataDir });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^In Junior's data folder .+ \(postgres\.json\)\. Nothing was changed\..+\n$/),
  });
});

test.runIf(existsSync("/dev/full"))("a result that cannot be written is a failure, and leaves no PostgreSQL", async () => {
  const dataDir = join(root, "full");
  await mkdir(dataDir, { mode: 0o711 });
  const full = await open("/dev/full", "w");
  const { code, stderr } = await inFolder(root, ["desk", "list"], { JUNIOR_DATA_DIR: dataDir }, full.fd);
  await full.close();
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(existsSync(join(dataDir, "postgres", "data", "postmaster.pid"))).toBe(false);
});

test("a fault of Junior's own is one line, and its stack is there for who asks", async () => {
  const cwd = join(root, "faulty");
  await mkdir(cwd);
  const faulty = join(cwd, "throw.mjs");
  await writeFile(faulty, "setTimeout(() => { throw new TypeError('words of a thread'); }, 300);");
  const env = { NODE_OPTIONS: `--import=${faulty}`, PORT: "0", JUNIOR_DATA_DIR: join(cwd, "data") };
  const quiet = await inFolder(cwd, ["start"], env);
  expect(quiet.code).toBe(1);
  expect(quiet.stderr).toMatch(
    /^Junior stopped at a fault of its own \(TypeError\)\. What was stored is safe\..+JUNIOR_LOG_LEVEL=debug.+\n$/,
  );
  const loud = await inFolder(cwd, ["start"], { ...env, JUNIOR_LOG_LEVEL: "debug" });
  expect(loud.stderr).toContain("throw.mjs:1");
});
