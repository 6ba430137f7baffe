import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../packages/junior/src/base/ids.ts";
import { openQueue } from "../packages/junior/src/queue/queue.ts";
import { type Rooms, openRooms, silentLog } from "./open-rooms.ts";
import { waitFor } from "./wait-for.ts";

let rooms: Rooms;
beforeAll(async () => {
  rooms = await openRooms();
});
afterAll(() => rooms.close());

test("a hint reaches every listener when its transaction commits, and none when it does not", async () => {
  const other = await openQueue({ connectionString: rooms.connectionString, log: silentLog });
  const heard: string[] = [];
  rooms.queue.listen("turn", (id) => heard.push(`here ${id}`));
  other.listen("turn", (id) => heard.push(`there ${id}`));
  other.listen("delivery", (id) => heard.push(`delivery ${id}`));
  const [kept, lost] = [newId(), newId()];
  const failing = rooms.database.transaction().execute(async (transaction) => {
    await rooms.queue.hint(transaction, "turn", lost);
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  await rooms.database.transaction().execute((transaction) => rooms.queue.hint(transaction, "turn", kept));
  await waitFor(
    "both to hear it",
    () => heard,
    (all) => all.length === 2,
  );
  expect(heard.toSorted()).toEqual([`here ${kept}`, `there ${kept}`]);
  await other.close();
});

test("listening goes on after its connection was lost", async () => {
  const heard: string[] = [];
  rooms.queue.listen("delivery", (id) => heard.push(id));
  await rooms.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'junior queue %' and datname = current_database()",
  );
  const id = newId();
  await waitFor(
    "a hint to be heard",
    async () => {
      await rooms.database.transaction().execute((transaction) => rooms.queue.hint(transaction, "delivery", id));
      return heard;
    },
    (all) => all.includes(id),
  );
});

test("what is done every hour is set up once for all processes", async () => {
  const ask = () => {
    const queue = openQueue({ connectionString: rooms.connectionString, log: silentLog, clockStartsAfterMs: 0 });
    return queue.then((opened) => {
      opened.hourly("test-housekeeping", async () => undefined);
      return opened;
    });
  };
  const queues = await Promise.all([ask(), ask()]);
  await waitFor(
    "the clock",
    () => rooms.query<{ name: string; cron: string }>("select name, cron from pgboss.schedule").catch(() => []),
    (rows) => rows.some((row) => row.name === "test-housekeeping" && row.cron === "0 * * * *"),
    20_000,
  );
  for (const queue of queues) await queue.close();
});
