import { openLog } from "../packages/junior/src/base/log.ts";
import { type Changes, openChanges } from "../packages/junior/src/db/changes.ts";
import { type Database, openDatabase } from "../packages/junior/src/db/database.ts";
import { type Person } from "../packages/junior/src/people/person.ts";
import { findOrCreatePerson } from "../packages/junior/src/people/people-store.ts";
import { type Queue, openQueue } from "../packages/junior/src/queue/queue.ts";
import { type TestDatabase, createDatabase } from "./database.ts";

/** The lower rooms on a database of their own, for tests that look at them without a server. */
export type Rooms = {
  database: Database;
  queue: Queue;
  changes: Changes;
  connectionString: string;
  query: TestDatabase["query"];
  person(name: string): Promise<Person>;
  close(): Promise<void>;
};

export const silentLog = openLog("silent");

export async function openRooms(): Promise<Rooms> {
  const world = await createDatabase();
  const { database, close } = openDatabase({ connectionString: world.connectionString, role: "all" });
  const queue = await openQueue({ connectionString: world.connectionString, log: silentLog });
  const changes = await openChanges({ connectionString: world.connectionString, database, log: silentLog });
  return {
    database,
    queue,
    changes,
    connectionString: world.connectionString,
    query: world.query,
    person: (name) =>
      findOrCreatePerson(database, { provider: "local", tenant: "local", subject: name, handle: name, name, fullMember: true }),
    async close() {
      await changes.close();
      await queue.close();
      await close();
      await world.close();
    },
  };
}
