import { expect, test } from "vitest";
import { emojiName } from "./emoji-name.ts";

test.each([
  ["tada", "tada"],
  [":white_check_mark:", "white_check_mark"],
  ["+1", "+1"],
  [" Eyes ", "eyes"],
  ["👍", "+1"],
  ["🦀", null],
  ["", null],
  ["::", null],
  ["two words", null],
  ["tada::skin-tone-2", null],
  ["a".repeat(65), null],
])("%j", (given, expected) => expect(emojiName(given)).toBe(expected));
