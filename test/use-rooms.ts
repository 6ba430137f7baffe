import { afterAll, beforeAll } from "vitest";
import type { Transaction } from "../packages/junior/src/db/database.ts";
import type { Person } from "../packages/junior/src/people/person.ts";
import { type Rooms, openRooms } from "./open-rooms.ts";

/** The lower rooms, with ana and ben, from before the file's first test until after its last. */
export function useRooms() {
  const rooms = {} as Rooms;
  const [ana, ben] = [{} as Person, {} as Person];
  beforeAll(async () => {
    Object.assign(rooms, await openRooms());
    Object.assign(ana, await rooms.person("ana"));
    Object.assign(ben, await rooms.person("ben"));
  });
  afterAll(() => rooms.close());
  const inTransaction = <T>(action: (transaction: Transaction) => Promise<T>) => rooms.database.transaction().execute(action);
  return { rooms, ana, ben, inTransaction };
}
