import { placeOf } from "../place.ts";
import { type Node, type SourceFile, lineAt } from "../source-file.ts";
import type { Violation } from "../violation.ts";

/**
 * A file that exports one function is named after it: `close-item.ts` after `closeItem`, `queue.ts` after `openQueue`,
 * or after another thing that it exports. Stores and tests are named by another rule.
 */
export function checkExportedFunction(file: SourceFile): Violation[] {
  if (!placeOf(file.path) || !file.program || /(-store|\.test)\.tsx?$/.test(file.path)) return [];
  const stem = file.path
    .replace(/^.*\//, "")
    .replace(/\.\w+$/, "")
    .replaceAll("-", "")
    .toLowerCase();
  const exported = file.program.body.flatMap(readExports);
  const functions = exported.filter(({ isFunction }) => isFunction);
  const [only] = functions;
  if (functions.length !== 1 || !only || exported.some(({ name }) => name.toLowerCase() === stem)) return [];
  if (only.name.toLowerCase().startsWith(stem) || only.name.toLowerCase().endsWith(stem)) return [];
  const fileName = only.name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase();
  const advice = `its one function is ${only.name}: call the file ${fileName}, or the function after the file`;
  return [{ file: file.path, line: lineAt(file, only.node.start), rule: "exported-function", subject: only.name, advice }];
}

type Exported = { name: string; isFunction: boolean; node: Node };

function readExports(statement: Node): Exported[] {
  if (statement.type === "ExportDefaultDeclaration") {
    const { declaration } = statement;
    return declaration.type === "FunctionDeclaration" && declaration.id
      ? [{ name: declaration.id.name, isFunction: true, node: statement }]
      : [];
  }
  if (statement.type !== "ExportNamedDeclaration") return [];
  const { declaration, specifiers } = statement;
  if (!declaration)
    return specifiers.flatMap(({ exported }) =>
      exported.type === "Identifier" ? [{ name: exported.name, isFunction: false, node: statement }] : [],
    );
  if (declaration.type === "VariableDeclaration") {
    return declaration.declarations.flatMap(({ id, init }) =>
      id.type === "Identifier" ? [{ name: id.name, isFunction: isFunctionExpression(init), node: statement }] : [],
    );
  }
  if (!("id" in declaration) || declaration.id?.type !== "Identifier") return [];
  return [{ name: declaration.id.name, isFunction: declaration.type === "FunctionDeclaration", node: statement }];
}

function isFunctionExpression(node: Node | null): boolean {
  return node?.type === "ArrowFunctionExpression" || node?.type === "FunctionExpression";
}
