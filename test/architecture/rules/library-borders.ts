import { libraryBorders } from "../house-plan.ts";
import { findImports, isNamed, resolveImport } from "../imports.ts";
import { placeOf } from "../place.ts";
import { type SourceFile, lineAt } from "../source-file.ts";
import type { Violation } from "../violation.ts";

/** A library that shapes the code around it stays in the rooms that stand for it, its types too. */
export function checkLibraryBorders(file: SourceFile): Violation[] {
  const place = placeOf(file.path);
  if (place?.package !== "junior") return [];
  return findImports(file).flatMap(({ specifier, node }): Violation[] => {
    const target = specifier === null ? null : resolveImport(file, specifier);
    if (!target || "path" in target) return [];
    const border = libraryBorders.find(({ libraries }) => isNamed(target.package, libraries));
    if (!border || border.places.some((allowed) => place.inside === allowed || place.inside.startsWith(allowed))) return [];
    const where = border.places.length > 0 ? `only in ${border.places.join(", ")}` : "not in packages/junior";
    const advice = `${target.package} may be imported ${where}: ${border.instead}`;
    return [{ file: file.path, line: lineAt(file, node.start), rule: "library-border", subject: target.package, advice }];
  });
}
