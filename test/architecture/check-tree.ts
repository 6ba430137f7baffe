import { exceptions as declared } from "./house-plan.ts";
import { checkEnvironmentReads } from "./rules/environment-reads.ts";
import { checkExportedFunction } from "./rules/exported-function.ts";
import { checkFileNames } from "./rules/file-names.ts";
import { checkFileSize } from "./rules/file-size.ts";
import { checkLibraryBorders } from "./rules/library-borders.ts";
import { checkPackageBorders } from "./rules/package-borders.ts";
import { checkRoomOrder } from "./rules/room-order.ts";
import { checkSqlPlaces } from "./rules/sql-places.ts";
import { checkTableOwners } from "./rules/table-owners.ts";
import { parseFile } from "./source-file.ts";
import type { Violation } from "./violation.ts";

const rules = [
  checkRoomOrder,
  checkPackageBorders,
  checkLibraryBorders,
  checkSqlPlaces,
  checkTableOwners,
  checkEnvironmentReads,
  checkFileNames,
  checkExportedFunction,
  checkFileSize,
];

/** @param tree paths from the repository's root, and the texts that lie there */
export function checkTree(tree: Record<string, string>, exceptions = declared): Violation[] {
  const files = Object.entries(tree).map(([path, text]) => parseFile(path, text));
  const found = files.flatMap((file) => rules.flatMap((rule) => rule(file)));
  const isExcepted = (violation: Violation) => exceptions.some((exception) => isAbout(exception, violation));
  const needless = exceptions.filter((exception) => !found.some((violation) => isAbout(exception, violation)));
  return [
    ...found.filter((violation) => !isExcepted(violation)),
    ...needless.map(({ rule, file, subject }) => ({
      file,
      line: 1,
      rule: "needless-exception",
      subject,
      advice: `nothing here breaks ${rule} with ${subject} any more: delete the exception from test/architecture/house-plan.ts`,
    })),
  ];
}

function isAbout(exception: (typeof declared)[number], violation: Violation): boolean {
  return exception.rule === violation.rule && exception.file === violation.file && exception.subject === violation.subject;
}
