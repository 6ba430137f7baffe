import { roomLines, tableOwners } from "../house-plan.ts";
import { mayHoldSql, placeOf } from "../place.ts";
import { calledName, literalText, type Node, type SourceFile, lineAt } from "../source-file.ts";
import type { Violation } from "../violation.ts";

/** A store writes its own room's tables and reads those of its own and of lower rooms. */
export function checkTableOwners(file: SourceFile): Violation[] {
  const place = placeOf(file.path);
  if (!place?.room || !mayHoldSql(place)) return [];
  const { room } = place;
  return file.nodes.flatMap(findUses).flatMap(({ node, table, how }): Violation[] => {
    const at = { file: file.path, line: lineAt(file, node.start), rule: "table-owner" };
    if (table === null) return [{ ...at, subject: "unnamed table", advice: "name the table that is written as a literal" }];
    const owner = tableOwners[table];
    if (owner === undefined) return [{ ...at, subject: table, advice: `enter ${table} and its room into test/architecture/house-plan.ts` }];
    if (owner === room) return [];
    if (how === "write")
      return [{ ...at, subject: table, advice: `${room} writes ${table}, which belongs to ${owner}: call a verb of ${owner}/` }];
    if (levelOf(owner) > levelOf(room)) return [];
    return [{ ...at, subject: table, advice: `${room} reads ${table} of ${owner}, which is no lower room: let the caller pass it in` }];
  });
}

type Use = { node: Node; table: string | null; how: "read" | "write" };

const writers = new Set(["insertInto", "updateTable", "deleteFrom", "mergeInto", "table"]);
const readers = new Set(["selectFrom", "from", "using"]);
const writtenInText =
  /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from(?:\s+only)?|merge\s+into|truncate(?:\s+table)?)\s+"?(junior_\w+)/gi;
const readInText = /(?<!\bdelete\s+)\b(?:from|join|using)(?:\s+only|\s+lateral)?\s+"?(junior_\w+)/gi;

function findUses(node: Node): Use[] {
  if (node.type === "Literal" && typeof node.value === "string") return findInText(node, node.value);
  if (node.type === "TemplateLiteral") return findInText(node, node.quasis.map((part) => part.value.cooked ?? "").join("?"));
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return [];
  const name = calledName(node) ?? "";
  const how = writers.has(name) ? "write" : readers.has(name) || name.endsWith("Join") || name.endsWith("JoinLateral") ? "read" : null;
  if (how === null) return [];
  const first = node.arguments[0];
  const tables = (first?.type === "ArrayExpression" ? first.elements : [first]).map((element) => literalText(element));
  return tables.flatMap((text): Use[] => {
    // A read may be of a subquery, whose own tables are found where it is built.
    if (text === null) return how === "write" && name !== "table" ? [{ node, table: null, how }] : [];
    const table = text.trim().split(/\s/)[0] ?? "";
    return table.startsWith("junior_") ? [{ node, table, how }] : [];
  });
}

function findInText(node: Node, text: string): Use[] {
  const uses = (pattern: RegExp, how: Use["how"]) =>
    [...text.matchAll(pattern)].map((match) => ({ node, table: (match[1] ?? "").toLowerCase(), how }));
  return [...uses(writtenInText, "write"), ...uses(readInText, "read")];
}

const levelOf = (room: string): number => roomLines.findIndex((line) => line.includes(room));
