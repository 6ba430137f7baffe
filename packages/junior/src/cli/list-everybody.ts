import { listPeople } from "../people/people-store.ts";
import type { CliDesk } from "./cli-deps.ts";
import { exitCodes } from "./exit-codes.ts";
import { shortId } from "./find-by-id.ts";
import { oneLine } from "./plain-text.ts";
import type { Screen } from "./screen.ts";

/** @returns the exit code */
export async function listEverybody({ database }: CliDesk, screen: Screen, json: boolean): Promise<number> {
  const people = await listPeople(database);
  if (json) screen.printJson({ people });
  else for (const person of people) screen.print(personLine(person, screen));
  return exitCodes.done;
}

type Listed = Awaited<ReturnType<typeof listPeople>>[number];

export function personLine(person: Listed, screen: Pick<Screen, "paint">): string {
  const accounts = person.identities.map(({ provider, handle }) => `${provider} ${handle}`).join(", ");
  const marks = [...(person.admin ? ["admin"] : []), ...(person.deactivated ? ["deactivated"] : [])];
  const marked = marks.length === 0 ? "" : `  (${marks.join(", ")})`;
  return `${screen.paint("dim", shortId(person.userId))}  ${screen.paint("bold", oneLine(person.name))}  ${oneLine(accounts)}${marked}`;
}
