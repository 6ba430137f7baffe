import fc from "fast-check";
import { expect, test } from "vitest";
import { columns, cut, hanging, padded, wrapped } from "./layout.ts";

test("columns count what a terminal shows", () => {
  expect(columns("Blue")).toBe(4);
  expect(columns("é")).toBe(1);
  expect(columns("e\u0301")).toBe(1);
  expect(columns("日本")).toBe(4);
  expect(columns("👩‍👩‍👧")).toBe(2);
  expect(padded("日本", 6)).toBe("日本  ");
  expect(cut("日本語", 5)).toBe("日本…");
});

test("no line is wider than it may be, and nothing is lost", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }).filter((word) => !/\s/.test(word)),
        { minLength: 1 },
      ),
      fc.integer({ min: 4, max: 40 }),
      (words, width) => {
        const lines = wrapped(words.join(" "), width);
        for (const line of lines) expect(columns(line)).toBeLessThanOrEqual(width);
        expect(lines.join("").replaceAll(" ", "")).toBe(words.join(""));
      },
    ),
  );
});

test("later lines hang under the first", () => {
  expect(hanging("  1  ", "Like the rest of the page", 25)).toBe("  1  Like the rest of the\n     page");
});
