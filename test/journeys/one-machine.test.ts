import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDatabase } from "../database.ts";
import { assertAllStopped, freePort, type RunningJunior, spawnJunior, startJunior } from "../start-junior.ts";
import { waitFor } from "../wait-for.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "junior-machine-"));
  // As root the server is another user, who must be able to pass.
  await chmod(dataDir, 0o711);
});
afterAll(async () => {
  await assertAllStopped();
  await rm(dataDir, { recursive: true, force: true });
});

const env = () => ({ JUNIOR_DATA_DIR: dataDir });
const run = async (args: string[], given: Record<string, string | undefined> = env()) => (await spawnJunior(args, given)).exited;
const postgres = async () => JSON.parse(await readFile(join(dataDir, "postgres.json"), "utf8"));
const postgresListens = async () => {
  const socket = connect((await postgres()).port, "127.0.0.1");
  const listens = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return listens;
};
const api = async (url: string, path: string, body?: object) => {
  const response = await fetch(
    `${url}${path}`,
    body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  );
  return { status: response.status, body: (await response.json()) as any };
};
const ask = async (url: string) =>
  (await api(url, "/api/conversations", { text: "Ask me to choose a colour", key: crypto.randomUUID() })).body.id as string;
const openItem = (url: string, conversation: string) =>
  waitFor(
    "a question",
    () => api(url, `/api/items?state=open&conversation=${conversation}`),
    ({ body }) => body.items?.[0],
  );
const lastMessage = (url: string, conversation: string, text: string) =>
  waitFor(
    `"${text}"`,
    () => api(url, `/api/conversations/${conversation}/messages`),
    ({ body }) => body.messages.at(-1)?.text.includes(text),
  );

test("two Juniors and the command line share one data folder; the last to leave stops PostgreSQL", async () => {
  const first = await startJunior(env());
  const second = await startJunior(env());
  const conversation = await ask(first.url);
  const item = await openItem(second.url, conversation);

  const list = await run(["desk", "list", "--mine", "--json"]);
  expect(JSON.parse(list.stdout).items.map((shown: { id: string }) => shown.id)).toContain(item.id);
  const response = JSON.stringify({ answers: { [item.request.questions[0].id]: item.request.questions[0].input.options[0].id } });
  const answered = await run(["desk", "answer", item.id, "--response", response]);
  expect(answered).toMatchObject({ code: 0 });
  await lastMessage(first.url, conversation, "it is");
  const late = await api(second.url, `/api/items/${item.id}/answer`, { revision: item.revision, response: JSON.parse(response) });
  expect(late.status).toBe(409);
  expect(late.body.detail).toMatch(/^Already answered: .+ on the command line\. Nothing was changed\.$/);

  expect(await postgresListens()).toBe(true);
  expect(await first.stop()).toMatchObject({ code: 0 });
  expect(await postgresListens()).toBe(true);
  const stopped = await second.stop();
  expect(stopped.code).toBe(0);
  expect(stopped.ms).toBeLessThan(5_000);
  expect(await postgresListens()).toBe(false);
});

test("asked on the command line, answered on the web: the terminal goes on", async () => {
  const junior = await startJunior(env());
  const chat = await spawnJunior(["chat", "-m", "ask me for a release name"], env());
  const item = await waitFor(
    "the question",
    () => api(junior.url, "/api/items?state=open&assignee=me"),
    ({ body }) => body.items?.[0],
  );
  expect((await chat.exited).code).toBe(4);
  const question = item.request.questions[0].id;
  expect(
    (await api(junior.url, `/api/items/${item.id}/answer`, { revision: item.revision, response: { answers: { [question]: "Otter" } } }))
      .status,
  ).toBe(200);
  await lastMessage(junior.url, item.conversationId, "Otter");
  await junior.stop();
});

test("without a Junior, chat does the work itself", async () => {
  const said = await run(["chat", "-m", "say hello"]);
  expect(said).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Go on with: npx junior chat --conversation \w+\n$/) });
  expect(said.stdout).toMatch(/hello/i);
});

test("PostgreSQL killed while running is started again, and what was asked is answered", async () => {
  const junior = await startJunior(env());
  const conversation = await ask(junior.url);
  const item = await openItem(junior.url, conversation);
  const killed = (await postgres()).server.pid;
  process.kill(killed, "SIGKILL");
  // A read may still be answered by a connection that is about to die: the new server counts.
  await waitFor("a new server", postgres, ({ server }) => server !== null && server.pid !== killed, 15_000);
  await waitFor(
    "ready",
    () => api(junior.url, "/readyz"),
    ({ status }) => status === 200,
    15_000,
  );
  const answered = await api(junior.url, `/api/items/${item.id}/answer`, { revision: item.revision, text: "the blue one" });
  expect(answered.status).toBe(200);
  await lastMessage(junior.url, conversation, "blue");
  await junior.stop();
});

test("Junior killed during a Turn: the next start finishes it", async () => {
  const junior = await startJunior(env());
  const conversation = await ask(junior.url);
  await junior.kill();
  const again = await startJunior(env());
  await openItem(again.url, conversation);
  expect((await api(again.url, `/api/items?state=open&conversation=${conversation}`)).body.items).toHaveLength(1);
  await again.stop();
});

describe("one clear line each", () => {
  const lines = async (args: string[], given: Record<string, string | undefined>) => {
    const { code, stderr } = await run(args, given);
    return { code, lines: stderr.trim().split("\n") };
  };

  test("a port in use by another program", async () => {
    const other = createServer((_, response) => response.end("hello")).listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    expect(await lines(["start"], { ...env(), PORT: String(port) })).toEqual({
      code: 1,
      lines: [`Port ${port} is in use by another program. Nothing was started: stop that program, or set PORT to a free port.`],
    });
    other.close();
  });

  test("wrong settings, all at once, with their values unsaid", async () => {
    const { code, lines: told } = await lines(["start"], { PORT: "many", DATABASE_URL: "mysql://secret@host/x", JUNIOR_ROLE: "boss" });
    expect(code).toBe(2);
    expect(told.map((line) => line.split(" ")[0])).toEqual(["PORT", "DATABASE_URL", "JUNIOR_ROLE"]);
    expect(told.join()).not.toContain("secret");
  });

  test.each([
    [
      "nothing listens there",
      (port: number) => `postgres://ana:pass@127.0.0.1:${port}/junior`,
      /^Nothing listens at 127\.0\.0\.1:\d+\. Start PostgreSQL there/,
    ],
    ["no such host", () => "postgres://ana:pass@nowhere.invalid/junior", /nowhere\.invalid/],
  ])("a wrong DATABASE_URL: %s", async (_, url, expected) => {
    const { code, lines: told } = await lines(["start"], { PORT: "0", DATABASE_URL: url(await freePort()), JUNIOR_SECRET: "x".repeat(32) });
    expect(code).toBe(1);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(expected);
    expect(told[0]).not.toContain("pass");
  });

  test("a database of a newer Junior is left alone, one of an older is brought up to date", async () => {
    const database = await createDatabase();
    const given = { PORT: "0", DATABASE_URL: database.connectionString, JUNIOR_SECRET: "x".repeat(32) };
    await database.query("insert into kysely_migration (name, timestamp) values ('29991231-2359-later', '')");
    const { code, lines: told } = await lines(["start"], given);
    expect(code).toBe(1);
    expect(told).toEqual([
      expect.stringMatching(/^The database was migrated by a newer Junior \(29991231-2359-later\)\. Nothing was changed:/),
    ]);
    await database.query("drop schema public cascade");
    await database.query("create schema public");
    const two = await Promise.all([run(["migrate"], given), run(["migrate"], given)]);
    expect(two.map(({ code }) => code)).toEqual([0, 0]);
    expect((await database.query("select 1 from kysely_migration")).length).toBeGreaterThan(0);
    await database.close();
  });

  test("a data folder that may not be written", async () => {
    const file = join(dataDir, "a-file");
    await writeFile(file, "");
    const { code, lines: told } = await lines(["start"], { PORT: "0", JUNIOR_DATA_DIR: join(file, "data") });
    expect(code).toBe(1);
    expect(told).toEqual([expect.stringMatching(/^Junior may not write in its data folder .+ Nothing was changed\./)]);
  });

  describe("beside a Junior that runs", () => {
    let junior: RunningJunior;
    beforeAll(async () => {
      junior = await startJunior(env());
    });
    afterAll(() => junior.stop());

    test("a second start on the same port", async () => {
      const { port } = new URL(junior.url);
      expect(await lines(["start"], { ...env(), PORT: port })).toEqual({
        code: 1,
        lines: [
          `A Junior (process ${junior.pid}) is running already at http://localhost:${port}. Use it if it is yours, stop it first, or start another on a free port: PORT=${Number(port) + 1} npm start`,
        ],
      });
    });

    test("a password that the server refuses", async () => {
      const { port } = await postgres();
      const { code, stdout, stderr } = await run(["doctor"], {
        DATABASE_URL: `postgres://junior:wrong@127.0.0.1:${port}/junior`,
        JUNIOR_SECRET: "x".repeat(32),
      });
      expect(code).not.toBe(0);
      expect(stderr + stdout).toMatch(/refused the password of junior/);
    });
  });
});
