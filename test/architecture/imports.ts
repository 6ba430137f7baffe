import { posix } from "node:path";
import { type Node, type SourceFile, literalText } from "./source-file.ts";

/** `specifier` is null where it is not written literally. */
export type Import = { specifier: string | null; typeOnly: boolean; node: Node };

/** Where an import leads: a file of this repository, or a package. Node's own modules are packages named `node:…`. */
export type Target = { path: string } | { package: string; subpath: string };

/** Every form: static, for types, re-exporting, for its side effect, dynamic, `import("…").Type`, `require`. */
export function findImports(file: SourceFile): Import[] {
  return file.nodes.flatMap((node) => readImport(node) ?? []);
}

export function resolveImport(from: SourceFile, specifier: string): Target {
  if (specifier.startsWith(".")) return { path: posix.join(posix.dirname(from.path), specifier) };
  const parts = specifier.split("/");
  const name = parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
  return { package: name, subpath: specifier.slice(name.length + 1) };
}

/** Whether a package is one of `names`, of which one may end in `*`. */
export function isNamed(packageName: string, names: readonly string[]): boolean {
  return names.some((name) => (name.endsWith("*") ? packageName.startsWith(name.slice(0, -1)) : packageName === name));
}

function readImport(node: Node): Import | null {
  switch (node.type) {
    case "ImportDeclaration":
      return { specifier: node.source.value, typeOnly: node.importKind === "type" || isOnlyTypes(node.specifiers), node };
    case "ExportAllDeclaration":
      return { specifier: node.source.value, typeOnly: node.exportKind === "type", node };
    case "ExportNamedDeclaration":
      return node.source ? { specifier: node.source.value, typeOnly: node.exportKind === "type", node } : null;
    case "ImportExpression":
      return { specifier: literalText(node.source), typeOnly: false, node };
    case "TSImportType":
      return { specifier: literalText(node.source), typeOnly: true, node };
    case "TSExternalModuleReference":
      return { specifier: literalText(node.expression), typeOnly: false, node };
    case "CallExpression":
      if (node.callee.type !== "Identifier" || node.callee.name !== "require") return null;
      return { specifier: literalText(node.arguments[0]), typeOnly: false, node };
    default:
      return null;
  }
}

function isOnlyTypes(specifiers: readonly Node[]): boolean {
  return specifiers.length > 0 && specifiers.every((specifier) => specifier.type === "ImportSpecifier" && specifier.importKind === "type");
}
