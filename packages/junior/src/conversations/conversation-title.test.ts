import { expect, test } from "vitest";
import { conversationTitle } from "./conversation-title.ts";

test.each([
  ["hello", "hello"],
  ["\n\n  first\tline \r\nsecond", "first line"],
  ["x".repeat(80), "x".repeat(80)],
  ["x".repeat(81), `${"x".repeat(79)}…`],
  ["🙂".repeat(81), `${"🙂".repeat(79)}…`],
])("%j", (text, title) => {
  expect(conversationTitle(text)).toBe(title);
});
