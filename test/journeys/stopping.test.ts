import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { words } from "../../packages/junior/src/base/words.ts";
import { withEmbeddedPostgresLock } from "../../packages/junior/src/db/embedded-postgres/lock.ts";
import { createDatabase } from "../database.ts";
import { type Spawned, assertAllStopped, freePort, spawnJunior } from "../start-junior.ts";
import { waitFor } from "../wait-for.ts";

let root: string;
let dataDir: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "junior-stopping-"));
  // As root the server is another user, who must be able to pass.
  await chmod(root, 0o711);
  dataDir = await folder("shared");
});
afterAll(async () => {
  await assertAllStopped();
  await rm(root, { recursive: true, force: true });
});

async function folder(name: string): Promise<string> {
  const path = join(root, name);
  await mkdir(path, { mode: 0o711 });
  return path;
}
const start = async (env: Record<string, string> = { JUNIOR_DATA_DIR: dataDir }) =>
  spawnJunior(["start"], { PORT: String(await freePort()), ...env });
const startReady = async () => {
  const junior = await start();
  const url = (await junior.outputMatches(/ready at (\S+)/, 20_000))[1] as string;
  return { junior, url, server: await postgres() };
};
async function postgres(): Promise<{ pid: number; port: number }> {
  const state = JSON.parse(await readFile(join(dataDir, "postgres.json"), "utf8"));
  return { pid: state.server.pid, port: state.port };
}
async function listens(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const open = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return open;
}
const refused = (port: number) =>
  waitFor(
    "PostgreSQL to be gone",
    () => listens(port),
    (open) => !open,
  );
async function endAfter(junior: Spawned, ...signals: NodeJS.Signals[]) {
  const began = performance.now();
  for (const signal of signals) junior.process.kill(signal);
  const { code, stdout, stderr } = await junior.exited;
  return { code, stdout, stderr, ms: performance.now() - began };
}

describe("a Junior that is ready leaves no PostgreSQL", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("at %s", async (signal) => {
    const { junior, server } = await startReady();
    expect(await listens(server.port)).toBe(true);
    const ended = await endAfter(junior, signal);
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(ended.ms).toBeLessThan(5_000);
    expect(await listens(server.port)).toBe(false);
  });

  test("at a second Ctrl-C", async () => {
    const { junior, server } = await startReady();
    junior.process.kill("SIGINT");
    await junior.outputMatches(/Stopping/, 2_000);
    const ended = await endAfter(junior, "SIGINT");
    // It may have ended by itself just before.
    expect([0, 130]).toContain(ended.code);
    expect(ended.ms).toBeLessThan(2_000);
    await refused(server.port);
  });

  test.runIf(process.platform === "linux")(
    "when PostgreSQL hangs: nobody waits long, nothing is said to be stored, and it ends as soon as it can",
    async () => {
      const { junior, url, server } = await startReady();
      const family = [server.pid, ...(await childrenOf(server.pid))];
      for (const pid of family) process.kill(pid, "SIGSTOP");
      const timed = async (path: string, body?: object) => {
        const began = performance.now();
        const headers = { "content-type": "application/json" };
        const response = await fetch(url + path, body && { method: "POST", headers, body: JSON.stringify(body) });
        const { detail } = (await response.json()) as { detail?: string };
        return { status: response.status, detail, ms: performance.now() - began };
      };
      const [ready, write] = await Promise.all([
        timed("/readyz"),
        timed("/api/conversations", { text: "a question", key: crypto.randomUUID() }),
      ]);
      expect(ready.status).toBe(503);
      expect(ready.ms).toBeLessThan(4_000);
      expect(write).toMatchObject({ status: 503, detail: words.notSaved });
      expect(write.ms).toBeLessThan(6_500);
      const ended = await endAfter(junior, "SIGTERM");
      for (const pid of family) process.kill(pid, "SIGCONT");
      expect(ended.code).toBe(0);
      expect(ended.ms).toBeLessThan(5_000);
      await refused(server.port);
    },
  );
});

describe("a Junior that is still starting", () => {
  test.each([0, 900])("and is interrupted %i ms after it took the folder ends soon and leaves nothing", async (after) => {
    const fresh = await folder(`fresh-${after}`);
    const junior = await start({ JUNIOR_DATA_DIR: fresh });
    await waitFor(
      "the lock",
      () => readdir(fresh),
      (names) => names.includes("postgres.lock"),
    );
    await new Promise((resolve) => setTimeout(resolve, after));
    const ended = await endAfter(junior, "SIGINT");
    expect(ended.ms).toBeLessThan(2_500);
    expect(ended).toMatchObject({
      code: 130,
      stderr: "",
      stdout: expect.stringContaining("\nStopped before it was ready. Nothing is lost.\n"),
    });
    const lockFile = join(fresh, "postgres", "data", "postmaster.pid");
    await waitFor(
      "PostgreSQL to be gone",
      () => existsSync(lockFile),
      (there) => !there,
    );
  });

  test("a chat that is interrupted twice while it opens leaves nothing", async () => {
    const chat = await spawnJunior(["chat", "-m", "say hello"], { JUNIOR_DATA_DIR: dataDir });
    await waitFor("the server", () => existsSync(join(dataDir, "postgres", "data", "postmaster.pid")), Boolean);
    const { port } = JSON.parse(await readFile(join(dataDir, "postgres.json"), "utf8"));
    expect(await endAfter(chat, "SIGINT", "SIGINT")).toMatchObject({ code: 130 });
    await refused(port);
  });

  test("and waits for one that prepares the same database says so, and may be interrupted", async () => {
    const database = await createDatabase();
    await database.query("select pg_advisory_lock(4715001)");
    const junior = await start({ DATABASE_URL: database.connectionString, JUNIOR_SECRET: "x".repeat(32) });
    await junior.outputMatches(/waiting for another Junior that prepares the database/, 10_000);
    const ended = await endAfter(junior, "SIGINT");
    expect(ended.ms).toBeLessThan(2_000);
    expect(ended).toMatchObject({ code: 130, stdout: expect.stringMatching(/\nStopped before it was ready\. Nothing is lost\.\n$/) });
    await database.close();
  });

  test("and waits for one that holds the data folder does too", async () => {
    await withEmbeddedPostgresLock(dataDir, async () => {
      const junior = await start();
      await junior.outputMatches(/waiting for another Junior that prepares the database/, 10_000);
      const ended = await endAfter(junior, "SIGINT");
      expect(ended.ms).toBeLessThan(2_000);
      expect(ended.code).toBe(130);
    });
  });
});

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")));
  return pids.map(Number).filter((_, index) => Number(stats[index]?.slice(stats[index].lastIndexOf(")") + 2).split(" ")[1]) === parent);
}
