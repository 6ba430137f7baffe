import { setTimeout as pause } from "node:timers/promises";
import { type KyselyPlugin, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answeringPool } from "../packages/junior/src/db/answering-pool.ts";
import { type Change, openChanges, recordChange } from "../packages/junior/src/db/changes.ts";
import { newId } from "../packages/junior/src/base/ids.ts";
import { type Rooms, openRooms, silentLog } from "./open-rooms.ts";
import { waitFor } from "./wait-for.ts";

let rooms: Rooms;
beforeAll(async () => {
  rooms = await openRooms();
});
afterAll(() => rooms.close());

test("a server that does not answer in time is given up, with its connection", async () => {
  const pool = new pg.Pool({ connectionString: rooms.connectionString, max: 1, query_timeout: 200 });
  const asked = answeringPool(pool);
  const client = await asked.connect();
  await expect(client.query("select pg_sleep(5)", [])).rejects.toMatchObject({ code: "ETIMEDOUT" });
  const began = performance.now();
  await expect(client.query("rollback", [])).rejects.toMatchObject({ code: "ETIMEDOUT" });
  client.release();
  const next = await asked.connect();
  expect((await next.query("select 1 as one", [])).rows).toEqual([{ one: 1 }]);
  expect(performance.now() - began).toBeLessThan(150);
  await expect(next.query("select 1/0", [])).rejects.toMatchObject({ code: "22012" });
  next.release();
  expect(pool.totalCount).toBe(1);
  await pool.end();
});

test("while a foreign transaction holds changes back they are asked for ever less often, and then told", async () => {
  let reads = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      reads++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const { database, connectionString } = rooms;
  const changes = await openChanges({ connectionString, database: database.withPlugin(counting), log: silentLog });
  const told: Change[] = [];
  changes.subscribe((batch) => told.push(...batch));
  await rooms.query("begin");
  await rooms.query("select pg_current_xact_id()");
  const id = newId();
  await database.transaction().execute((transaction) => recordChange(transaction, "item", id, null));
  await pause(2_500);
  expect(told).toEqual([]);
  expect(reads).toBeLessThan(12);
  await rooms.query("commit");
  await waitFor(
    "the change",
    () => told,
    (batch) => batch.some((change) => change.id === id),
    1_500,
  );
  reads = 0;
  await pause(300);
  expect(reads).toBe(0);
  await sql`select 1`.execute(database);
  await changes.close();
});
