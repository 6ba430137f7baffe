/** Where a source file of a package lies. `room` only in `junior`; `inside` is the path below `src/`. */
export type Place = { package: string; inside: string; room: string | null };

/** @returns null for everything that is not below a package's `src/` */
export function placeOf(path: string): Place | null {
  const match = /^packages\/([^/]+)\/src\/(.+)$/.exec(path);
  if (!match?.[1] || !match[2]) return null;
  return { package: match[1], inside: match[2], room: match[1] === "junior" ? roomOf(match[2]) : null };
}

/** Where SQL may stand: the stores of every room but authority, which names no table, and all of `db/`. */
export function mayHoldSql(place: Place): boolean {
  if (place.package !== "junior" || place.room === "authority") return false;
  return place.room === "db" || place.inside.endsWith("-store.ts");
}

/** The entry point stands above the rooms, with the composition root. Any other file there belongs to no room. */
function roomOf(inside: string): string | null {
  if (inside === "main.ts") return "app";
  return inside.includes("/") ? (inside.split("/")[0] ?? null) : null;
}
