import { expect, test } from "vitest";
import { parseObject } from "./json-object.ts";

test.each(["null", "[]", '"{}"', "7", "{", "", "{}{}"])("%j is no object", (text) => {
  expect(parseObject(text)).toBeNull();
});

test("brackets in a text do not nest", () => {
  const value = { text: `${'\\"[{'.repeat(1_000)}\\`, list: Array.from({ length: 1_000 }, () => [{}]) };
  expect(parseObject(JSON.stringify(value))).toEqual(value);
});

test.each(["[", '{"a":'])("a hundred thousand %s are refused", (open) => {
  const close = open === "[" ? "]" : "}";
  expect(parseObject(`{"a":${open.repeat(100_000)}1${close.repeat(100_000)}}`)).toBeNull();
});
