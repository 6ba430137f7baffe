import { expect, test } from "vitest";
import { mayPurge } from "./may-purge.ts";

test.each([
  ["who takes part deletes what is private", { isPublic: false, isAdmin: false, takesPart: true }, true],
  ["an admin who takes no part does not", { isPublic: false, isAdmin: true, takesPart: false }, false],
  ["an admin deletes what is public", { isPublic: true, isAdmin: true, takesPart: false }, true],
  ["who only takes part in it does not", { isPublic: true, isAdmin: false, takesPart: true }, false],
])("%s", (_, facts, expected) => {
  expect(mayPurge(facts)).toBe(expected);
});
