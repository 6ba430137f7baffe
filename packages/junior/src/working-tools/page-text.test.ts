import { expect, test } from "vitest";
import { decodePage, htmlTitle, notText } from "./page-text.ts";

const page = (mediaType: string, body: string | Buffer, charset: string | null = null) => ({
  mediaType,
  charset,
  bytes: typeof body === "string" ? Buffer.from(body) : body,
});

test.each(["text/plain", "text/html", "application/json", "application/problem+json", "application/rss+xml", ""])(
  "%j is text",
  (mediaType) => {
    expect(notText(page(mediaType, '{"a":1}'))).toBeNull();
  },
);

test.each(["application/pdf", "image/png", "application/octet-stream"])("%s cannot be read, and it says so", (mediaType) => {
  expect(notText(page(mediaType, "%PDF"))).toBe(`a file of the kind ${mediaType}`);
});

test("without a kind, bytes that are no text cannot be read", () => {
  expect(notText(page("", Buffer.from([0, 1, 2])))).toBe("a file of no known kind");
});

test("the encoding is the head's, else the page's own, else UTF-8", () => {
  expect(decodePage(page("text/plain", Buffer.from("Zürich", "latin1"), "iso-8859-1"))).toBe("Zürich");
  expect(decodePage(page("text/html", Buffer.from("<meta charset=latin1>Zürich", "latin1")))).toBe("<meta charset=latin1>Zürich");
  expect(decodePage(page("text/plain", "Zürich", "no-such-encoding"))).toBe("Zürich");
});

test("the title is read from the head", () => {
  expect(htmlTitle("<html><title lang=en>\n A  page </title>")).toBe("A page");
  expect(htmlTitle("<p>none</p>")).toBeNull();
  expect(htmlTitle("<titlex>none</titlex>")).toBeNull();
});

test.each(["<title", "<title ", "<title>", `<title ${"x".repeat(250)}`])("a page full of %j is looked through at once", (tag) => {
  const html = tag.repeat(2_000_000 / tag.length);
  const start = performance.now();
  expect(htmlTitle(html)).toBeNull();
  // What is quadratic takes minutes.
  expect(performance.now() - start).toBeLessThan(2_000);
});
