import { expect, test } from "vitest";
import { isDeeperThan } from "./is-deeper-than.ts";

test.each([
  ["[[1]]", 2, false],
  ["[[[1]]]", 2, true],
  ['{"a":[{"b":1}]}', 3, false],
  ['{"a":[{"b":1}]}', 2, true],
  ["[1],[2],[3]", 1, false],
  ['["[[[[", "\\"[[[["]', 1, false],
  ['"\\\\"[[', 1, true],
  ["", 0, false],
])("%j against %d levels", (json, levels, expected) => expect(isDeeperThan(levels, json)).toBe(expected));

test.each([
  ["escapes that never end", '"\\'.repeat(500_000)],
  ["a quote without its end", `"${"\\\\".repeat(500_000)}`],
  ["quotes alone", '"'.repeat(1_000_000)],
])("1 MB of %s takes no longer than its length", (_, text) => {
  const start = performance.now();
  isDeeperThan(32, text);
  // What is quadratic takes minutes.
  expect(performance.now() - start).toBeLessThan(2_000);
});
