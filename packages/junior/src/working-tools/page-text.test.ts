import { expect, test } from "vitest";
import { htmlTitle, pageText } from "./page-text.ts";

const page = (mediaType: string, body: string | Buffer, charset: string | null = null) =>
  pageText({ mediaType, charset, bytes: Buffer.from(body as string) });

test.each(["text/plain", "application/json", "application/problem+json", "application/rss+xml", ""])("%j is text as it is", (mediaType) => {
  expect(page(mediaType, '{"a":1}')).toEqual({ kind: "text", text: '{"a":1}' });
});

test.each(["application/pdf", "image/png", "application/octet-stream"])("%s cannot be read, and it says so", (mediaType) => {
  expect(page(mediaType, "%PDF")).toEqual({ kind: "unreadable", what: `a file of the kind ${mediaType}` });
});

test("without a kind, bytes that are no text cannot be read", () => {
  expect(page("", Buffer.from([0, 1, 2]))).toMatchObject({ kind: "unreadable" });
});

test("the encoding is the head's, else the page's own, else UTF-8", () => {
  expect(page("text/plain", Buffer.from("Zürich", "latin1"), "iso-8859-1")).toEqual({ kind: "text", text: "Zürich" });
  expect(page("text/html", Buffer.from("<meta charset=latin1>Zürich", "latin1"))).toMatchObject({ html: "<meta charset=latin1>Zürich" });
  expect(page("text/plain", "Zürich", "no-such-encoding")).toEqual({ kind: "text", text: "Zürich" });
});

test("the title is read from the head", () => {
  expect(htmlTitle("<html><title lang=en>\n A  page </title>")).toBe("A page");
  expect(htmlTitle("<p>none</p>")).toBeNull();
});
