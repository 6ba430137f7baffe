import { tableOwners } from "../house-plan.ts";
import { findImports, resolveImport } from "../imports.ts";
import { mayHoldSql, placeOf } from "../place.ts";
import { calledName, type Node, type SourceFile, lineAt } from "../source-file.ts";
import type { Violation } from "../violation.ts";

const builders = new Set(["selectFrom", "insertInto", "updateTable", "deleteFrom", "mergeInto", "withRecursive", "executeQuery"]);
const statement = /^\s*(select\s[^]*\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|merge\s+into\s|with\s+\S+\s+as\s*\()/i;
const table = new RegExp(`\\b(${Object.keys(tableOwners).join("|")})\\b`);

/** Outside the stores and `db/` nobody builds a query, writes SQL or names a table. */
export function checkSqlPlaces(file: SourceFile): Violation[] {
  const place = placeOf(file.path);
  if (!place || mayHoldSql(place)) return [];
  const move =
    place.room === "authority"
      ? "authority names no table: take the columns as values or conditions"
      : "move it into a *-store.ts of the room that owns the table";
  const found = file.nodes.flatMap((node) => {
    const subject = findSql(node);
    return subject === null ? [] : [violation(file, node, subject, `${subject} outside a store: ${move}`)];
  });
  // The contract hands plugins a transaction: its own border allows it the types.
  if (place.package === "junior-plugin-api") return found;
  const imported = findImports(file).flatMap(({ specifier, typeOnly, node }) => {
    const target = specifier === null ? null : resolveImport(file, specifier);
    if (!target || "path" in target || target.package !== "kysely") return [];
    return [
      violation(
        file,
        node,
        "kysely",
        typeOnly ? "take the types Database and Transaction from db/database.ts" : `kysely outside a store: ${move}`,
      ),
    ];
  });
  return [...imported, ...found];
}

function findSql(node: Node): string | null {
  if (node.type === "TaggedTemplateExpression") return isSqlTag(node.tag) ? "sql`…`" : null;
  if (node.type === "Literal" && typeof node.value === "string") return findInText(node.value);
  if (node.type === "TemplateLiteral") return findInText(node.quasis.map((part) => part.value.cooked ?? "").join("?"));
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return null;
  const name = calledName(node);
  if (name !== null && builders.has(name)) return `.${name}()`;
  // Arrays have a `with` too; a common table expression takes a function.
  return name === "with" && node.arguments[1]?.type.endsWith("FunctionExpression") ? ".with()" : null;
}

function findInText(text: string): string | null {
  return table.exec(text)?.[1] ?? (statement.test(text) ? "SQL text" : null);
}

function isSqlTag(tag: Node): boolean {
  if (tag.type === "Identifier") return tag.name === "sql";
  return tag.type === "MemberExpression" && isSqlTag(tag.object);
}

function violation(file: SourceFile, node: Node, subject: string, advice: string): Violation {
  return { file: file.path, line: lineAt(file, node.start), rule: "sql-place", subject, advice };
}
