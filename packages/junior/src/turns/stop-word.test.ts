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
  ["\n\t*stop*", true],
  ["_stop_", true],
  ["🛑 stop", true],
  ["⏹️ stop ✋🏽 🇨🇭", true],
  ["「stop」。", true],
  ["¡stop!", true],
  ["объясни ещё слово stop", false],
  ["stop слово", false],
  ["「stop」という言葉を説明して", false],
  ["stopを説明", false],
  ["اشرح كلمة stop", false],
  ["हिन्दी stop", false],
  ["é stop", false],
  ["e\u0301 stop", false],
  ["stop\u0301", false],
  ["stop 2", false],
  ["stop ２", false],
])("%j", (text, expected) => expect(isStopWord(text)).toBe(expected));
