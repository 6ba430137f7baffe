import fc from "fast-check";
import { expect, test } from "vitest";
import { splitMarkdown } from "./split-markdown.ts";

test("a short text is one piece, nothing is none", () => {
  expect(splitMarkdown("Hello", 200)).toEqual(["Hello"]);
  expect(splitMarkdown(" \n", 200)).toEqual([]);
});

test("it parts at blank lines before it parts at words", () => {
  const pieces = splitMarkdown(`${"a ".repeat(70)}\n\n${"b ".repeat(70)}`, 250);
  expect(pieces.map((piece) => piece.trim()[0])).toEqual(["a", "b"]);
});

test("a parted fence is closed and opened again with its language", () => {
  const code = Array.from({ length: 100 }, (_, index) => `line ${index}`);
  const pieces = splitMarkdown(`Look:\n\n\`\`\`sql\n${code.join("\n")}\n\`\`\`\n\nDone.`, 400);
  expect(pieces.length).toBeGreaterThan(2);
  for (const piece of pieces) expect(piece.match(/^```/gm)?.length ?? 0).toSatisfy((count: number) => count % 2 === 0);
  for (const piece of pieces.slice(1, -1)) expect(piece.startsWith("```sql\n")).toBe(true);
  const shown = pieces
    .join("\n")
    .split("\n")
    .filter((line) => line.startsWith("line "));
  expect(shown).toEqual(code);
});

test("every piece is within the limit, whole characters only, and no word is lost", () => {
  const text = fc
    .array(fc.constantFrom("word ", "😀", "👩‍👩‍👧 ", "\n", "\n\n", "```\n", "~~~js\n", "x".repeat(90)), { maxLength: 120 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (markdown) => {
      const pieces = splitMarkdown(markdown, 200);
      for (const piece of pieces) {
        expect([...piece].length).toBeLessThanOrEqual(200);
        expect(piece.isWellFormed()).toBe(true);
      }
      const bare = (parts: string[]) => parts.join("").replace(/[\s`~]|js/g, "");
      expect(bare(pieces)).toBe(bare([markdown]));
    }),
  );
});
