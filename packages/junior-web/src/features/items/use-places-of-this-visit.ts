import { useState } from "react";
import type { Item } from "../../contract.ts";
import { keepPlaces } from "./group-items.ts";

/** `open`: those open now, as just fetched. Returns every card that this visit has shown. */
export function usePlacesOfThisVisit(open: Item[]): Item[] {
  const [seen, setSeen] = useState<Item[]>([]);
  const placed = keepPlaces(seen, open);
  if (placed !== seen) setSeen(placed);
  return placed;
}
