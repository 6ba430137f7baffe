import { type ESTree, parseSync } from "vite";

export type Node = ESTree.Node;

/** `path` from the repository's root, with slashes. `nodes` is every node in the order of the text; empty for what is no program. */
export type SourceFile = { path: string; text: string; program: ESTree.Program | null; nodes: readonly Node[] };

const programs = /\.(ts|tsx|mts|js|jsx|mjs)$/;

/** @throws when the text does not parse: what cannot be read cannot be checked */
export function parseFile(path: string, text: string): SourceFile {
  if (!programs.test(path)) return { path, text, program: null, nodes: [] };
  const { program, errors } = parseSync(path, text);
  const error = errors.find((candidate) => candidate.severity === "Error");
  if (error) throw new Error(`${path} does not parse: ${error.message}`);
  return { path, text, program, nodes: [...walk(program)] };
}

export function lineAt(file: SourceFile, offset: number): number {
  return file.text.slice(0, offset).split("\n").length;
}

/** A string that stands there literally, also as a template without holes; otherwise null. */
export function literalText(node: Node | null | undefined): string | null {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? null;
  return null;
}

/** `call` for both `call(…)` and `anything.call(…)`. */
export function calledName(node: ESTree.CallExpression): string | null {
  const { callee } = node;
  if (callee.type === "Identifier") return callee.name;
  return callee.type === "MemberExpression" ? memberName(callee) : null;
}

export function memberName(node: ESTree.MemberExpression): string | null {
  if (node.computed) return literalText(node.property);
  return node.property.type === "Identifier" ? node.property.name : null;
}

function* walk(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* walk(child);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
