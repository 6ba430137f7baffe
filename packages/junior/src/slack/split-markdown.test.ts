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

test.each([
  ["link", "[the words of it](https://example.com/a/b?c=d)"],
  ["Slack link", "<https://example.com/a|the words of it>"],
  ["bold", "**several bold words here**"],
  ["emphasis", "*several words*"],
  ["code", "`some code here`"],
  ["entity", "&thetasym;&thetasym;&thetasym;"],
  ["address", "https://example.com/a-long-address/without/any/space"],
])("a %s is never parted (%s)", (_, whole) => {
  for (let before = 100; before < 240; before += 1) {
    const pieces = splitMarkdown(`${"w ".repeat(before / 2)}${before % 2 ? "x" : ""}${whole} ${"w ".repeat(100)}`, 250);
    expect(pieces.filter((piece) => piece.includes(whole))).toHaveLength(1);
  }
});

test("a table that must be parted is parted between rows, under its head again", () => {
  const head = "| Name | Sum |\n|:-----|----:|";
  const rows = Array.from({ length: 60 }, (_, index) => `| row ${index} | ${index * 7} |`);
  const pieces = splitMarkdown(`Look:\n\n${head}\n${rows.join("\n")}\n\nDone.`, 400);
  expect(pieces.length).toBeGreaterThan(3);
  const tables = pieces.filter((piece) => piece.includes("|"));
  for (const table of tables) expect(table.replace("Look:\n\n", "").startsWith(`${head}\n| row`)).toBe(true);
  expect(tables.flatMap((table) => table.split("\n").filter((line) => line.startsWith("| row")))).toEqual(rows);
});

test("a table that fits into a piece stays whole", () => {
  const table = ["| a | b |", "|---|---|", ...Array.from({ length: 12 }, (_, index) => `| ${index} | y |`)].join("\n");
  const pieces = splitMarkdown(`${"word ".repeat(50)}\n\n${table}\n\nDone.`, 400);
  expect(pieces.filter((piece) => piece.includes(table))).toHaveLength(1);
});

test("a fence inside a list or a quotation is parted as a fence", () => {
  for (const margin of ["    ", "> "]) {
    const code = Array.from({ length: 120 }, (_, index) => `${margin}line ${index}`);
    const pieces = splitMarkdown(`1. Do:\n\n${margin}\`\`\`sh\n${code.join("\n")}\n${margin}\`\`\`\n\nDone.`, 300);
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces) expect(openFence(piece)).toBeNull();
    for (const piece of pieces.slice(1, -1)) expect(piece.startsWith("```sh\nline")).toBe(true);
  }
});

test("flags and families stay whole", () => {
  const text = "🇨🇭🇩🇪".repeat(300) + "👩‍👩‍👧‍👦".repeat(100);
  const graphemes = (one: string) => [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(one)].map(({ segment }) => segment);
  expect(splitMarkdown(text, 203).flatMap(graphemes)).toEqual(graphemes(text));
});

const anything = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 80 }),
      fc.string({ unit: "grapheme", maxLength: 80 }),
      fc.constantFrom(
        "\r\n",
        "| a | b |\n|---|---|\n",
        "| c | d |\n",
        "[x](https://y.example)",
        "&amp;",
        "```",
        "\n```js\n",
        "`",
        "**",
        "    ",
        "> ",
      ),
      fc.constantFrom("\ud800", "e\u0301", "🇨🇭", "👩‍👩‍👧", "\n\n", "<https://a.example|b>", "- ", "1. ", "word ".repeat(40)),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

test("whatever the text, the pieces carry all of it, whole, within the limit and with their fences closed", () => {
  fc.assert(
    fc.property(anything, fc.integer({ min: 200, max: 600 }), (text, limit) => {
      const pieces = splitMarkdown(text, limit);
      for (const piece of pieces) {
        expect([...piece].length).toBeLessThanOrEqual(limit);
        expect(piece.isWellFormed()).toBe(true);
        expect(openFence(piece)).toBeNull();
      }
      expect(missingFrom(pieces.join("\n"), text.toWellFormed())).toBe("");
    }),
    { numRuns: 1_000 },
  );
});

/** The first of what is missing, blanks and the marks that a lifted fence loses aside, where all is wanted in order. */
function missingFrom(joined: string, text: string): string {
  const bare = (one: string) => [...one.replace(/`{41,}|~{41,}/g, (run) => run.slice(0, 40)).replace(/[\s>]/g, "")];
  const have = bare(joined);
  let at = 0;
  for (const wanted of bare(text)) {
    while (at < have.length && have[at] !== wanted) at += 1;
    if (at === have.length) return wanted;
    at += 1;
  }
  return "";
}

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
