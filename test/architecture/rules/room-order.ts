import { roomLines } from "../house-plan.ts";
import { findImports, resolveImport } from "../imports.ts";
import { placeOf } from "../place.ts";
import { type SourceFile, lineAt } from "../source-file.ts";
import type { Violation } from "../violation.ts";

/** Imports of every form, also for types and dynamic ones, lead to the own room or to a lower one. */
export function checkRoomOrder(file: SourceFile): Violation[] {
  const place = placeOf(file.path);
  if (place?.package !== "junior") return [];
  const { room } = place;
  const at = { file: file.path, line: 1, rule: "room-order" };
  if (room === null || levelOf(room) === -1) {
    return [
      {
        ...at,
        subject: room ?? "no room",
        advice: "move it into a room of the list, or enter the room into test/architecture/house-plan.ts",
      },
    ];
  }
  return findImports(file).flatMap(({ specifier, node }): Violation[] => {
    const line = lineAt(file, node.start);
    if (specifier === null) {
      return [
        {
          ...at,
          line,
          rule: "dynamic-import",
          subject: "import()",
          advice: "write the file's name as a literal, so that the order can be checked",
        },
      ];
    }
    const target = resolveImport(file, specifier);
    const to = "path" in target ? placeOf(target.path) : null;
    if (to?.package !== "junior" || to.room === room) return [];
    if (to.room !== null && levelOf(to.room) > levelOf(room)) return [];
    const why =
      to.room !== null && levelOf(to.room) === levelOf(room)
        ? "stand on one line and may not know each other"
        : "is the wrong way: imports lead downward";
    const advice = `${room} → ${to.room ?? to.inside} ${why}. Let app/ hand it down as a value, or move what both need into a lower room`;
    return [{ ...at, line, subject: to.room ?? to.inside, advice }];
  });
}

/** Greater is lower. */
const levelOf = (room: string): number => roomLines.findIndex((line) => line.includes(room));
