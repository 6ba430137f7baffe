import { expect, test } from "vitest";
import { statementNames } from "./statement-names.ts";

test("the same text has the same name, another text another one", () => {
  const nameOf = statementNames();
  expect(nameOf("select $1", [1])).toBe(nameOf("select $1", [2]));
  expect(nameOf("select $1", [1])).not.toBe(nameOf("select $1::int", [1]));
});

test("what is sent once, is very long, or has no values has none", () => {
  const nameOf = statementNames();
  expect(nameOf("begin", [])).toBe(undefined);
  expect(nameOf(`select $1 -- ${"x".repeat(8_000)}`, [1])).toBe(undefined);
  expect(nameOf("select", Array.from({ length: 41 }))).toBe(undefined);
});

test("texts without end are not all named", () => {
  const nameOf = statementNames();
  const named = Array.from({ length: 1_500 }, (_, index) => nameOf(`select $1 + ${index}`, [1])).filter((name) => name !== undefined);
  expect(named.length).toBe(1_000);
});
