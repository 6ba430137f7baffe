import { expect, test } from "vitest";
import { isBlank } from "./is-blank.ts";

test.each([
  "",
  " \n\t",
  "\0\0",
  "\u200b",
  "\u2060",
  "\ufeff",
  "\u202e\u202e",
  "\u00ad",
  "\u3164",
  "\ufe0f",
  "\u2800",
  "\u{e0041}",
  "\u00a0\u200d",
])("nothing of %j is seen", (text) => expect(isBlank(text)).toBe(true));

test.each(["a", "\u200ba\u200b", "0", ".", "👍", "👨\u200d👩", "\ufffd", "ם"])("something of %j is seen", (text) =>
  expect(isBlank(text)).toBe(false),
);
