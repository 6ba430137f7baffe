import { isId } from "../base/ids.ts";
import { oneLine } from "./plain-text.ts";

/** What people see and type: the end of an id, since UUIDv7 begin alike. */
export const shortId = (id: string): string => id.slice(-8);

export type Found<T> = { found: T } | { refusal: string };

type Named = { id: string; title: string };

export type Lookup<T extends Named> = {
  what: "question" | "conversation";
  byId(id: string): Promise<T | null>;
  /** At most 6 of those whose id ends like this. */
  byEnding(ending: string): Promise<Named[]>;
};

/** The one that this person may read and whose id is, or ends with, what was typed. */
export async function findById<T extends Named>(typed: string, lookup: Lookup<T>): Promise<Found<T>> {
  const missing = { refusal: `There is no ${lookup.what} ${oneLine(typed)} that you may see.` };
  const ending = typed.toLowerCase();
  if (isId(ending)) {
    const found = await lookup.byId(ending);
    return found ? { found } : missing;
  }
  if (!/^[0-9a-f-]{4,35}$/.test(ending)) return { refusal: `${oneLine(typed)} is no id: give all of it, or its last 8 characters.` };
  const candidates = await lookup.byEnding(ending);
  if (candidates.length > 1) {
    const list = candidates.map((candidate) => `  ${candidate.id}  ${oneLine(candidate.title)}`).join("\n");
    return { refusal: `More than one ${lookup.what} ends with ${ending}. Give more of the id:\n${list}` };
  }
  const found = candidates[0] ? await lookup.byId(candidates[0].id) : null;
  return found ? { found } : missing;
}
