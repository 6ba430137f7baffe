import type { Item } from "../../contract.ts";

/** A slow list must not overwrite what an answer has just brought: the newer of two, the arriving one when equal. */
export function newerItem(known: Item | undefined, arriving: Item): Item {
  if (known === undefined) return arriving;
  if (known.state === "closed" && arriving.state === "open") return known;
  return Date.parse(known.updatedAt) > Date.parse(arriving.updatedAt) ? known : arriving;
}
