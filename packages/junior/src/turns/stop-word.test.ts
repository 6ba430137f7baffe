import { expect, test } from "vitest";
import { isStopWord } from "./stop-word.ts";

test.each([
  ["stop", true],
  [" Stop! ", true],
  ["STOP.", true],
  ["stop the music", false],
  ["don't stop", false],
  ["nonstop", false],
  ["", false],
])("%j", (text, expected) => expect(isStopWord(text)).toBe(expected));
