import { once } from "node:events";
import { connect, createServer } from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answeringPool } from "../packages/junior/src/db/answering-pool.ts";
import { type Rooms, openRooms } from "./open-rooms.ts";
import { freePort } from "./start-junior.ts";

let rooms: Rooms;
beforeAll(async () => {
  rooms = await openRooms();
});
afterAll(() => rooms.close());

test("a server that does not answer in time is given up, with its connection", async () => {
  const pool = new pg.Pool({ connectionString: rooms.connectionString, max: 1, query_timeout: 1_000 });
  const asked = answeringPool(pool);
  const client = await asked.connect();
  await expect(client.query("select pg_sleep(1.5)", [])).rejects.toMatchObject({ code: "ETIMEDOUT" });
  const began = performance.now();
  await expect(client.query("rollback", [])).rejects.toMatchObject({ code: "ETIMEDOUT" });
  client.release();
  const next = await asked.connect();
  expect((await next.query("select 1 as one", [])).rows).toEqual([{ one: 1 }]);
  expect(performance.now() - began).toBeLessThan(900);
  await expect(next.query("select 1/0", [])).rejects.toMatchObject({ code: "22012" });
  next.release();
  expect(pool.totalCount).toBe(1);
  await pool.end();
});

const mortal = "mortal";
const openMortal = (max: number) => new pg.Pool({ connectionString: rooms.connectionString, max, application_name: mortal });

async function fill(pool: pg.Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const client of clients) client.release();
}

const end = () => rooms.query("select pg_terminate_backend(pid, 1000) from pg_stat_activity where application_name = $1", [mortal]);

/** Ends the pool's connections while this process looks at no socket, so that it comes to know of it by using them. */
function endUnnoticed(): Promise<unknown> {
  const ending = end();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  return ending;
}

test("a transaction that would begin on a lost connection begins on a new one, though the whole pool was lost", async () => {
  const pool = openMortal(3);
  pool.on("error", () => undefined);
  await fill(pool);
  const ending = endUnnoticed();
  expect(pool.idleCount).toBe(3);
  const client = await answeringPool(pool).connect();
  await client.query("begin", []);
  const [{ status }] = (await client.query("select pg_current_xact_id_if_assigned() is null as status", [])).rows as [{ status: boolean }];
  expect(status).toBe(true);
  await client.query("commit", []);
  client.release();
  await ending;
  expect(pool.totalCount).toBe(1);
  await pool.end();
});

test("a connection that ended before its first statement is replaced, whatever the statement", async () => {
  const pool = openMortal(1);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const client = await answeringPool(pool).connect();
  await end();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await client.query("select 1 as one", [])).rows).toEqual([{ one: 1 }]);
  client.release();
  await pool.end();
});

test("a statement that was sent is not repeated, and a lost transaction is not gone on with", async () => {
  await rooms.query("create table seen (number int)");
  const pool = openMortal(2);
  pool.on("error", () => undefined).on("connect", (client) => client.on("error", () => undefined));
  await fill(pool);
  const asked = answeringPool(pool);
  let ending = endUnnoticed();
  const alone = await asked.connect();
  await expect(alone.query("insert into seen values (1)", [])).rejects.toMatchObject({
    code: expect.stringMatching(/^(57P01|ECONNRESET|EPIPE)$/),
  });
  alone.release();
  await ending;
  const client = await asked.connect();
  await client.query("begin", []);
  await client.query("insert into seen values (2)", []);
  ending = endUnnoticed();
  for (const text of ["insert into seen values (3)", "commit", "begin"])
    await expect(client.query(text, [])).rejects.toMatchObject({ code: expect.any(String) });
  client.release();
  await ending;
  expect(await rooms.query("select * from seen")).toEqual([]);
  await pool.end();
});

test("where no connection can be made, the server is revived and asked once more", async () => {
  const port = await freePort();
  const target = new URL(rooms.connectionString);
  const pool = new pg.Pool({ connectionString: Object.assign(new URL(target), { port: String(port) }).href });
  await expect(answeringPool(pool).connect()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await expect(answeringPool(pool, async () => undefined).connect()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  const way = createServer((socket) => {
    const onward = connect(Number(target.port), target.hostname);
    socket.pipe(onward).pipe(socket);
  });
  const client = await answeringPool(pool, async () => {
    await once(way.listen(port, "127.0.0.1"), "listening");
  }).connect();
  expect((await client.query("select 1 as one", [])).rows).toEqual([{ one: 1 }]);
  client.release();
  await pool.end();
  way.close();
});

test("texts that PostgreSQL cannot keep reach it cleaned, alone and in lists, and bytes as they are", async () => {
  const { rows } = await sql<{ text: string; list: string[]; bytes: Buffer }>`
    select ${"a\0b\ud800"}::text as text, ${["c\0", "d"]}::text[] as list, ${Buffer.from([0, 255])}::bytea as bytes`.execute(
    rooms.database,
  );
  expect(rows).toEqual([{ text: "ab\ufffd", list: ["c", "d"], bytes: Buffer.from([0, 255]) }]);
});
