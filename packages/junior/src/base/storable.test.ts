import { expect, test } from "vitest";
import { isStorable, storable } from "./storable.ts";

test("texts lose what PostgreSQL cannot keep, at any depth, and nothing else changes", () => {
  const when = new Date(0);
  expect(storable({ "a\0": ["x\0y", 1, null, { b: "\ud800!" }], when })).toEqual({ a: ["xy", 1, null, { b: "\ufffd!" }], when });
  expect(storable("👍 fine")).toBe("👍 fine");
});

test.each([
  ["plain", true],
  ["👍", true],
  ["a\0b", false],
  ["\ud83d", false],
])("%j", (text, expected) => expect(isStorable(text)).toBe(expected));
