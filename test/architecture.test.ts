import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { checkTree } from "./architecture/check-tree.ts";
import { tableOwners } from "./architecture/house-plan.ts";
import { cleanTree, plantedTrees } from "./architecture/planted-trees.ts";
import { readTree } from "./architecture/read-tree.ts";
import { printViolation } from "./architecture/violation.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

test("the house is built as its plan says", () => {
  const tree = readTree(root);
  expect(Object.keys(tree).length).toBeGreaterThan(100);
  expect(checkTree(tree).map(printViolation).join("\n")).toBe("");
});

test("every table of the schema has a room", () => {
  const schema = readTree(root)["packages/junior/src/db/schema.ts"] ?? "";
  const tables = [...schema.matchAll(/^ {2}(junior_\w+):/gm)].map((match) => match[1] ?? "");
  expect(tables.sort()).toEqual(Object.keys(tableOwners).sort());
});

test("a clean tree passes", () => {
  expect(checkTree(cleanTree, []).map(printViolation)).toEqual([]);
});

test.each(plantedTrees)("reports: $name ($path)", ({ path, text, reported, advice }) => {
  const violations = checkTree({ ...cleanTree, [path]: text }, []).map(printViolation);
  expect(violations).toEqual([expect.stringContaining(advice)]);
  expect(violations[0]).toMatch(reported);
});

test("an exception silences what it names and nothing else", () => {
  const file = "packages/junior/src/turns/turn-store.ts";
  const text = `a.updateTable("junior_messages");\na.updateTable("junior_users");`;
  const exception = { rule: "table-owner", file, subject: "junior_messages", reason: "planted" };
  expect(checkTree({ [file]: text }, [exception]).map(printViolation)).toEqual([
    expect.stringContaining("turn-store.ts:2: table-owner: turns writes junior_users"),
  ]);
});

test("an exception that nothing needs is reported", () => {
  const exception = { rule: "file-size", file: "packages/junior/src/desk/item.ts", subject: "lines", reason: "planted" };
  expect(checkTree(cleanTree, [exception]).map(printViolation)).toEqual([expect.stringContaining("needless-exception")]);
});

test("a file that does not parse is no clean file", () => {
  expect(() => checkTree({ "packages/junior/src/desk/item.ts": "const = ;" }, [])).toThrow(
    "packages/junior/src/desk/item.ts does not parse",
  );
});
