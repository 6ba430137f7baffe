import { expect, test } from "vitest";
import { countPages, outputText, pageNote, pageOf } from "./tool-output.ts";

test("the pages together are the whole text, and no character is split", () => {
  for (const text of ["", "x", "🙂".repeat(40_000), `x${"🙂".repeat(40_000)}`, "a".repeat(29_000), "a".repeat(58_001)]) {
    const pages = Array.from({ length: countPages(text) }, (_, index) => pageOf(text, index + 1) ?? "none");
    expect(pages.join("") === text).toBe(true);
    expect(pages.every((page) => page.isWellFormed() && page.length <= 29_001)).toBe(true);
  }
});

test.each([0, 3, -1, 1.5, Number.NaN])("there is no page %s of two", (page) => {
  expect(pageOf("x".repeat(30_000), page)).toBeNull();
});

test("a text is itself, anything else is JSON, and a failure says what went wrong", () => {
  expect(outputText({ ok: true, output: "plain" })).toBe("plain");
  expect(outputText({ ok: true, output: { a: [1] } })).toBe('{"a":[1]}');
  expect(outputText({ ok: true, output: undefined })).toBe("null");
  expect(outputText({ ok: false, error: "no access" })).toBe("no access");
  expect(pageNote("c1", 1, 2)).toBe('[Page 1 of 2. The next one: readOutput({"callId":"c1","page":2})]');
});
