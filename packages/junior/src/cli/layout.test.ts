import fc from "fast-check";
import { expect, test } from "vitest";
import { columns, cut, hanging, padded, prose, wrapped } from "./layout.ts";

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

test("prose breaks between words, hangs under list marks, and leaves code and links whole", () => {
  const link = "https://example.com/a/very/long/way/to/go";
  expect(prose("one two three four five", 12)).toBe("one two\nthree four\nfive");
  expect(prose("- one two three four", 12)).toBe("- one two\n  three four");
  expect(prose("10. one two three", 12)).toBe("10. one two\n    three");
  expect(prose(`see ${link} there`, 20)).toBe(`see\n${link}\nthere`);
  expect(prose(`- ${link}`, 42)).toBe(`-\n${link}`);
  expect(prose(`- ${link}`, 43)).toBe(`- ${link}`);
  expect(prose("a b c d e f\n```\na  long line of code\n```\na b c d e f", 8)).toBe(
    "a b c d\ne f\n```\na  long line of code\n```\na b c d\ne f",
  );
  expect(prose("", 20)).toBe("");
  expect(prose("unbreakable", 4)).toBe("unbr\neaka\nble");
});
