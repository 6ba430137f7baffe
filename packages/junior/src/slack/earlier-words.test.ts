import { expect, test } from "vitest";
import { earlierWords } from "./earlier-words.ts";

const said = (count: number, text = (index: number) => `remark ${index}`) =>
  Array.from({ length: count }, (_, index) => ({ author: "ben", text: text(index), files: [] }));

test("of a short thread all is there", () => {
  expect(earlierWords(said(3), true)).toBe(
    "Said in this thread before Junior was called (3 messages):\n\nben: remark 0\n\nben: remark 1\n\nben: remark 2",
  );
  expect(earlierWords([], true)).toBeNull();
});

test("of a long one its first message and the newest, with how many are left out", () => {
  const lines = earlierWords(said(100), true)?.split("\n\n") ?? [];
  expect(lines.slice(1, 4)).toEqual(["ben: remark 0", "[69 more in between are left out here; readThread reads them]", "ben: remark 70"]);
  expect(lines.at(-1)).toBe("ben: remark 99");
});

test("very long words leave room for fewer, and are shortened by whole characters", () => {
  const whole =
    earlierWords(
      said(40, () => "🙂".repeat(3_000)),
      true,
    ) ?? "";
  expect(whole.isWellFormed()).toBe(true);
  expect(whole.length).toBeLessThan(50_000);
  expect(whole).toContain("[shortened; readThread has all of it]");
});

test("a thread that could not be read to its end gives only how it began", () => {
  expect(earlierWords(said(50), false)).toBe(
    "Said in this thread before Junior was called (50 messages):\n\nben: remark 0\n\n[the rest of this long thread is not here; readThread reads it]",
  );
});

test("files are named beside the words", () => {
  expect(earlierWords([{ author: "ana", text: "see", files: ["a.csv", "b.png"] }], true)).toContain("ana: see (sent a.csv, b.png)");
});
