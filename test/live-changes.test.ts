import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import type { KyselyPlugin } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { newId } from "../packages/junior/src/base/ids.ts";
import { type Change, type ChangeBatch, type Changes, openChanges, recordChange, trimChanges } from "../packages/junior/src/db/changes.ts";
import { parseSnapshot } from "../packages/junior/src/db/snapshot.ts";
import { type Rooms, openRooms, silentLog } from "./open-rooms.ts";
import { waitFor } from "./wait-for.ts";

let rooms: Rooms;
const opened: Changes[] = [];
beforeAll(async () => {
  rooms = await openRooms();
  await record();
});
afterEach(async () => {
  for (const changes of opened.splice(0)) await changes.close();
});
afterAll(() => rooms.close());

async function record(id = newId(), before = async () => {}): Promise<string> {
  await rooms.database.transaction().execute(async (transaction) => {
    await recordChange(transaction, "item", id, null);
    await before();
  });
  return id;
}

/** Live changes that are written down: `told` has the ids, or "reload". */
async function follow(database = rooms.database) {
  const changes = await openChanges({ connectionString: rooms.connectionString, database, log: silentLog });
  opened.push(changes);
  const told: string[] = [];
  changes.subscribe((batch) => told.push(...idsOf(batch)));
  const wait = (id: string, ms?: number) =>
    waitFor(
      "the change",
      () => told,
      (ids) => ids.includes(id),
      ms,
    );
  return { changes, told, wait };
}
const idsOf = (batch: ChangeBatch | "reload") => (batch === "reload" ? [batch] : batch.changes.map(({ id }: Change) => id));

/** What a reader is told that asks again and again, each time from where it was. */
function openResuming(changes: Changes) {
  let cursor = changes.cursor();
  const told: string[] = [];
  const ask = async () => {
    const batch = await changes.readAfter(cursor);
    told.push(...idsOf(batch));
    if (batch !== "reload") cursor = batch.cursor;
  };
  return { told, ask };
}

/** A change whose transaction stays open until `commit`. */
async function recordLate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const id = newId();
  const done = record(id, () => {
    begun.resolve();
    return promise;
  });
  await begun.promise;
  const commit = async () => {
    resolve();
    await done;
  };
  return { id, commit };
}

test("a transaction that is open in another database of the server holds nothing up", async () => {
  const { wait, changes } = await follow();
  const other = new pg.Client({ connectionString: inject("postgresUrl") });
  await other.connect();
  await other.query("begin");
  await other.query("select pg_current_xact_id()");
  try {
    for (let number = 0; number < 3; number++) await wait(await record(), 1_000);
    const cursor = changes.cursor();
    const after = await record();
    expect(idsOf(await changes.readAfter(cursor))).toEqual([after]);
  } finally {
    await other.end();
  }
});

test("a transaction that commits late is told when it does, once, also to a reader that resumes in between", async () => {
  const { changes, told, wait } = await follow();
  const start = changes.cursor();
  const resuming = openResuming(changes);
  const early = await record();
  const late = await recordLate();
  await resuming.ask();
  const after = await record();
  await wait(after);
  await resuming.ask();
  const between = changes.cursor();
  expect(told).toEqual([early, after]);
  expect(resuming.told).toEqual([early, after]);
  await late.commit();
  const last = await record();
  await wait(last);
  await resuming.ask();
  expect(told).toEqual([early, after, late.id, last]);
  expect(resuming.told).toEqual([early, after, late.id, last]);
  expect(idsOf(await changes.readAfter(between))).toEqual([late.id, last]);
  expect(idsOf(await changes.readAfter(start)).sort()).toEqual([early, late.id, after, last].sort());
});

test("what many write at once reaches everybody exactly once", async () => {
  const { changes, told, wait } = await follow();
  const resuming = openResuming(changes);
  const written: string[] = [];
  const write = async (writer: number) => {
    for (let number = 0; number < 25; number++) written.push(await record(newId(), () => pause((writer * number) % 13)));
  };
  let over = false;
  const asking = (async () => {
    while (!over) await resuming.ask();
  })();
  await Promise.all([0, 1, 2, 3, 4].map(write));
  over = true;
  await asking;
  await resuming.ask();
  await wait(await record());
  written.sort();
  expect(told.slice(0, -1).sort()).toEqual(written);
  expect(resuming.told.sort()).toEqual(written);
});

test("notifications that come during a read share the next, and an idle process reads nothing", async () => {
  let reads = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      reads++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const { wait } = await follow(rooms.database.withPlugin(counting));
  await wait(await record());
  await pause(100);
  reads = 0;
  const late = await recordLate();
  await pause(1_500);
  expect(reads).toBe(0);
  await late.commit();
  await wait(late.id);
  await pause(100);
  expect(reads).toBe(1);
  reads = 0;
  const ids = await Promise.all(Array.from({ length: 40 }, () => record()));
  for (const id of ids) await wait(id);
  await pause(100);
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThanOrEqual(40);
});

test("more than 2,000 at once are a reload, and then it goes on", async () => {
  const { changes, told, wait } = await follow();
  const cursor = changes.cursor();
  const insert = "insert into junior_changes (kind, subject_id) select 'item', gen_random_uuid() from generate_series(1, $1)";
  await rooms.query(insert, [1_999]);
  await record();
  await waitFor(
    "the most that is told",
    () => told,
    (ids) => ids.length === 2_000,
  );
  expect(idsOf(await changes.readAfter(cursor))).toHaveLength(2_000);
  await rooms.query(insert, [2_000]);
  await record();
  await wait("reload");
  expect(await changes.readAfter(cursor)).toBe("reload");
  const next = await record();
  await wait(next);
  expect(told.slice(2_000)).toEqual(["reload", next]);
});

test("a lost connection is opened again, and what was missed is read", async () => {
  const { told, wait } = await follow();
  const end =
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'junior changes %'";
  await rooms.query(end);
  const missed = await record();
  await wait(missed);
  const live = await record();
  await wait(live);
  expect(told).toEqual([missed, live]);
});

test("rows that a backup brought from another server are no news", async () => {
  const { changes, told, wait } = await follow();
  const cursor = changes.cursor();
  await rooms.query("insert into junior_changes (transaction_id, kind, subject_id) values ('999999999999', 'item', gen_random_uuid())");
  const own = await record();
  await wait(own);
  const next = await record();
  await wait(next);
  expect(told).toEqual([own, next]);
  expect(idsOf(await changes.readAfter(cursor))).toEqual([own, next]);
});

test("a cursor from before what has been trimmed, of another history, or none at all is a reload", async () => {
  const { changes, wait } = await follow();
  const old = changes.cursor();
  await wait(await record());
  const cursor = changes.cursor();
  expect(idsOf(await changes.readAfter(cursor))).toEqual([]);
  await wait(await record());
  await rooms.query("update junior_changes set created_at = now() - interval '2 days' where pg_visible_in_snapshot(transaction_id, $1)", [
    cursor,
  ]);
  await trimChanges(rooms.database);
  const newest = await record();
  await wait(newest);
  for (const refused of [
    old,
    "1:2:",
    "999999999:999999999:",
    "nonsense",
    "",
    "20:10:",
    "4294967296:4294967296:",
    `1:5:${"3,".repeat(4_500)}3`,
  ]) {
    expect(await changes.readAfter(refused), refused.slice(0, 40)).toBe("reload");
  }
  expect(idsOf(await changes.readAfter(changes.cursor()))).toEqual([]);
});

test("PostgreSQL reads whatever passes for a snapshot", async () => {
  const number = fc.oneof(
    fc.integer({ min: 0, max: 30 }).map(String),
    fc.bigInt(0n, 2n ** 65n).map(String),
    fc.constantFrom("4294967296", "-1", "007"),
  );
  const text = fc
    .tuple(number, number, fc.array(number, { maxLength: 3 }))
    .map(([oldest, next, ids]) => `${oldest}:${next}:${ids.join(",")}`);
  const ordered = fc
    .uniqueArray(fc.integer({ min: 1, max: 2_000 }), { minLength: 2, maxLength: 6 })
    .map((ids) => ids.sort((one, other) => one - other))
    .map((ids) => `${ids[0]}:${ids.at(-1)}:${ids.slice(0, -1).join(",")}`);
  const texts = fc.sample(fc.oneof(text, ordered, fc.string()), 3_000).filter((one) => parseSnapshot(one) !== null);
  expect(texts.length).toBeGreaterThan(100);
  const rows = await rooms.query<{ text: string; next: string }>(
    "select text, pg_snapshot_xmax(text::pg_snapshot)::text as next from unnest($1::text[]) as text",
    [texts],
  );
  for (const row of rows) expect(BigInt(row.next)).toBe(parseSnapshot(row.text)?.next);
});
