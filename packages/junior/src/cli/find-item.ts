import { findReadable, findReadableByEnding } from "../desk/item-reader-store.ts";
import type { ReviewItem } from "../desk/review-item.ts";
import type { CliDesk } from "./cli-deps.ts";
import { type Found, findById } from "./find-by-id.ts";

export function findItem({ database, person }: CliDesk, typed: string): Promise<Found<ReviewItem>> {
  return findById(typed, {
    what: "question",
    byId: (id) => findReadable(database, person, id),
    byEnding: (ending) => findReadableByEnding(database, person, ending, 6),
  });
}
