import { placeOf } from "../place.ts";
import { memberName, type Node, type SourceFile, lineAt } from "../source-file.ts";
import type { Violation } from "../violation.ts";

/** Settings come in at one place, checked, and are handed on as values. */
export function checkEnvironmentReads(file: SourceFile): Violation[] {
  const place = placeOf(file.path);
  if (!place || (place.package === "junior" && place.inside === "base/env.ts")) return [];
  const advice = "read it in base/env.ts and hand the value down";
  return file.nodes
    .filter(readsEnvironment)
    .map((node) => ({ file: file.path, line: lineAt(file, node.start), rule: "environment", subject: "process.env", advice }));
}

function readsEnvironment(node: Node): boolean {
  switch (node.type) {
    case "MemberExpression":
      return ["env", "loadEnvFile"].includes(memberName(node) ?? "") && isProcess(node.object);
    case "VariableDeclarator":
      return node.id.type === "ObjectPattern" && isProcess(node.init) && node.id.properties.some(takesEnv);
    case "AssignmentExpression":
      return node.left.type === "ObjectPattern" && isProcess(node.right) && node.left.properties.some(takesEnv);
    case "ImportDeclaration":
      return /^(node:)?process$/.test(node.source.value) && node.specifiers.some(importsEnv);
    default:
      return false;
  }
}

function isProcess(node: Node | null): boolean {
  if (node?.type === "Identifier") return node.name === "process";
  return node?.type === "MemberExpression" && memberName(node) === "process";
}

function takesEnv(property: Node): boolean {
  if (property.type === "RestElement") return true;
  return property.type === "Property" && property.key.type === "Identifier" && property.key.name === "env";
}

function importsEnv(specifier: Node): boolean {
  return specifier.type === "ImportSpecifier" && specifier.imported.type === "Identifier" && specifier.imported.name === "env";
}
