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

test.each([
  ["# Title", "Title"],
  ["> - **Fix** the `build` _now_, ~~later~~", "Fix the build now, later"],
  ["Read [the docs](https://example.com/a) first", "Read the docs first"],
  ["```js\nlet x\n```", "let x"],
  ["---\nAfter the ruler", "After the ruler"],
])("Markdown's marks are no part of a title: %j", (text, title) => {
  expect(conversationTitle(text)).toBe(title);
});

test.each(["#4 is broken", "2 * 3 * 4", "snake_case_name and __init__.py", "a*b*c", "-5 degrees", "[x] y", "#", "```"])(
  "what only looks like marks stays: %j",
  (text) => {
    expect(conversationTitle(text)).toBe(text);
  },
);
