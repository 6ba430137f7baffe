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
  for (const piece of pieces.slice(1, -1)) expect(piece.startsWith("```sql\n")).toBe(true);
  expect(rejoin(pieces).trim().split("\n")).toEqual(["Look:", "", "```sql", ...code, "```", "", "Done."]);
});

test("blank lines in code stay, where it is parted too", () => {
  const text = `\`\`\`\n${"one\n\n\n".repeat(200)}\`\`\``;
  expect(rejoin(splitMarkdown(text, 300)).trim()).toBe(text);
});

test.each(["`".repeat(300), "~".repeat(300)])("a fence longer than a piece is closed too (%s)", (fence) => {
  for (const piece of splitMarkdown(`${fence}\n${"x ".repeat(500)}\n${fence}`, 200)) expect(openFence(piece)).toBeNull();
});

test("each piece takes half of what may be looked at for it, so that a megabyte takes ten times as long as a tenth", () => {
  const pieces = splitMarkdown(`\`\`\`js\n${"a\n\n".repeat(333_000)}\n\`\`\``, 11_500);
  expect(pieces.length).toBeLessThan(2 * (1_000_000 / 11_350));
  for (const piece of pieces.slice(0, -1)) expect(piece.length).toBeGreaterThan(11_350 / 2);
});

const markdown = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom("word ", "😀", "👩‍👩‍👧 ", "\n", "\n\n", "x".repeat(90), "a `b` ") },
      {
        weight: 2,
        arbitrary: fc.constantFrom("```\n", "\n```\n", "~~~js\n", "\n~~~~\n", "`````", " ```js word", "   ~~~", "`".repeat(70)),
      },
      { weight: 1, arbitrary: fc.constantFrom("\n\n\n".repeat(40), "code\n\n".repeat(60), "word ".repeat(80)) },
    ),
    { maxLength: 80 },
  )
  .map((parts) => parts.join(""));

test("every piece is within the limit, of whole characters, and outside a fence at its end", () => {
  fc.assert(
    fc.property(markdown, fc.integer({ min: 200, max: 500 }), (text, limit) => {
      for (const piece of splitMarkdown(text, limit)) {
        expect([...piece].length).toBeLessThanOrEqual(limit);
        expect(piece.isWellFormed()).toBe(true);
        expect(openFence(piece)).toBeNull();
      }
    }),
    { numRuns: 500 },
  );
});

test("the pieces together are the text, but for blanks between them", () => {
  const bare = (text: string) => text.replace(/\s/g, "");
  const numbered = fc
    .array(fc.constantFrom("word ", "😀", "\n", "\n\n", "x".repeat(90), "code\n\n".repeat(50), "fence"), { maxLength: 80 })
    .map((parts) => parts.map((part, index) => (part === "fence" ? `\n~~~js${index}\n${"code\n\n".repeat(index)}\n~~~\n` : part)).join(""));
  fc.assert(
    fc.property(numbered, (text) => {
      expect(bare(rejoin(splitMarkdown(text, 200)))).toBe(bare(text));
    }),
    { numRuns: 500 },
  );
});

/** The first line of the fence that is open at the end, read by the rules of CommonMark alone. */
function openFence(text: string): string | null {
  let open: string | null = null;
  for (const line of text.split("\n")) {
    const marks: string | undefined = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (!marks) continue;
    if (open === null) open = /^ *`+[^`]*$|^ *~/.test(line) ? line : null;
    else if (line.trim() === marks && open.trim().startsWith(marks[0] ?? "") && marks.length >= markLength(open)) open = null;
  }
  return open;
}

const markLength = (line: string) => /^ *(`+|~+)/.exec(line)?.[1]?.length ?? 0;

/** The text again, where no two of its fences begin alike: without what closed and opened a fence between two pieces. */
function rejoin(pieces: string[]): string {
  return pieces.reduce((whole, piece) => {
    const [first = "", ...rest] = piece.split("\n");
    const unclosed = whole.replace(/\n[^\n]*$/, "");
    const isGoingOn = first !== "" && openFence(unclosed) === first;
    return isGoingOn ? `${unclosed}\n${rest.join("\n")}` : `${whole}\n\n${piece}`;
  }, "");
}
