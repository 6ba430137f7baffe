import { listPeople, setAdmin } from "../people/people-store.ts";
import type { CliDesk } from "./cli-deps.ts";
import { exitCodes } from "./exit-codes.ts";
import { personLine } from "./list-everybody.ts";
import { oneLine } from "./plain-text.ts";
import type { Screen } from "./screen.ts";

/** @returns the exit code */
export async function grantAdmin({ database }: CliDesk, screen: Screen, who: string, admin: boolean): Promise<number> {
  const found = find(await listPeople(database), who.replace(/^@/, "").toLowerCase());
  const [person] = found;
  if (!person) {
    screen.tell(`Nobody whom Junior knows is called ${oneLine(who)}.`);
    return exitCodes.refused;
  }
  if (found.length > 1) {
    screen.tell(`Several are called ${oneLine(who)}. Give an id:\n${found.map((one) => `  ${personLine(one, screen)}`).join("\n")}`);
    return exitCodes.refused;
  }
  await setAdmin(database, person.userId, admin);
  screen.print(`${oneLine(person.name)} is ${admin ? "an admin" : "no admin"} now.`);
  return exitCodes.done;
}

type Listed = Awaited<ReturnType<typeof listPeople>>;

/** An id counts before a name: nobody can take another's place by calling themselves so. */
function find(people: Listed, who: string): Listed {
  const byId = people.filter(({ userId }) => userId === who || (who.length >= 8 && userId.endsWith(who)));
  if (byId.length > 0) return byId;
  return people.filter(
    ({ name, identities }) => name.toLowerCase() === who || identities.some(({ handle }) => handle.toLowerCase() === who),
  );
}
