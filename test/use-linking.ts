import { afterAll, beforeAll } from "vitest";
import { mergeHands } from "../packages/junior/src/app/merge-hands.ts";
import { createLinkCode } from "../packages/junior/src/people/create-link-code.ts";
import { findPerson } from "../packages/junior/src/people/people-store.ts";
import type { Person } from "../packages/junior/src/people/person.ts";
import { type Redeemed, redeemLinkCode } from "../packages/junior/src/people/redeem-link-code.ts";
import { makePerson } from "./factories/item.ts";
import { type Rooms, openRooms } from "./open-rooms.ts";

/** Pairs of Users to be linked, on rooms that are opened before the file's tests and closed after. */
export function useLinking() {
  let rooms: Rooms;
  let number = 0;
  beforeAll(async () => {
    rooms = await openRooms();
  });
  afterAll(() => rooms.close());

  const codeOf = async (person: Person) => (await createLinkCode(rooms.database, person.identityId)).code;
  const redeem = (code: string, person: Person): Promise<Redeemed> =>
    redeemLinkCode(rooms.database, { code, identityId: person.identityId, hands: mergeHands(rooms.queue) });
  return {
    rooms: () => rooms,
    codeOf,
    redeem,
    link: async (given: Person, redeemer: Person) => redeem(await codeOf(given), redeemer),
    /** Two Users who are one human: somebody at a terminal, and somebody in Slack. */
    async twoOfOne() {
      const name = `ana${++number}`;
      return { local: await rooms.person(`${name}-local`), slack: await makePerson(rooms, name) };
    },
    /** Somebody else in the same workspace. */
    another: (name: string) => makePerson(rooms, `${name}${++number}`),
    /** Who this account's person is by now. */
    async now(person: Person): Promise<Person> {
      const [row] = await rooms.query<{ subject: string; tenant: string; provider: "slack" | "local" }>(
        "select provider, tenant, subject from junior_identities where id = $1",
        [person.identityId],
      );
      const found = row && (await findPerson(rooms.database, row));
      if (!found) throw new Error("nobody has this Identity");
      return found;
    },
  };
}
