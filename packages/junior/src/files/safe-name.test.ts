import { expect, test } from "vitest";
import { safeName } from "./safe-name.ts";

test.each([
  ["plan.pdf", "plan.pdf"],
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\ana\\plan.pdf", "plan.pdf"],
  ["a\r\nX-Evil: 1.txt", "a X-Evil: 1.txt"],
  ["a\0b\u2028c\u0085d.txt", "a b c d.txt"],
  ["\u202Egpj.exe", "gpj.exe"],
  ['say "hi".txt', 'say "hi".txt'],
  ["👩‍💻 plan 🙂.txt", "👩‍💻 plan 🙂.txt"],
  ["cafe\u0301.txt", "caf\u00e9.txt"],
  [".env", ".env"],
  ["half \ud83d.txt", "half \ufffd.txt"],
  ["", "file"],
  ["..", "file"],
  ["a/", "file"],
  [" \t\u202E ", "file"],
  [`${"🙂".repeat(300)}.png`, `${"🙂".repeat(196)}.png`],
  [`a.${"b".repeat(300)}`, `a.${"b".repeat(198)}`],
])("%j", (given, name) => {
  expect(safeName(given)).toBe(name);
});
