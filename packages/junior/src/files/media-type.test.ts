import { expect, test } from "vitest";
import { mediaType } from "./media-type.ts";

test.each([
  ["hello", "notes.txt", undefined, "text/plain"],
  ["hello", "notes", undefined, "text/plain"],
  ["", "empty.csv", undefined, "text/csv"],
  ["a,b", "table.CSV", undefined, "text/csv"],
  ["{}", "data.json", undefined, "application/json"],
  ["# hi", "read.md", undefined, "text/markdown"],
  ["<html><script>1</script>", "page.html", undefined, "text/plain"],
  ["<html><script>1</script>", "page.png", undefined, "text/plain"],
  ['<?xml version="1.0"?><svg/>', "drawing.svg", "application/xml", "text/plain"],
  ["GIF89a<script>1</script>", "a.gif", "image/gif", "text/plain"],
  ["BM, our memo of today", "memo.txt", "image/bmp", "text/plain"],
  ["%PDF-1.7 all plain", "a.pdf", "application/pdf", "application/pdf"],
])("text %j called %s is %s as %s", (text, name, sniffed, expected) => {
  expect(mediaType(Buffer.from(text), name, sniffed)).toBe(expected);
});

test.each([
  [[0x89, 0x50, 0x4e, 0x47], "image/png", "image/png"],
  [[0xff, 0x00], undefined, "application/octet-stream"],
  [[0x41, 0x00], undefined, "application/octet-stream"],
  [[0x41, 0x0b], undefined, "application/octet-stream"],
  [[0xff, 0xfe, 0x3c, 0x00], "application/xml", "application/octet-stream"],
  [[0xc3], undefined, "application/octet-stream"],
])("bytes %j with %s are %s", (bytes, sniffed, expected) => {
  expect(mediaType(Uint8Array.from(bytes), "a.html", sniffed)).toBe(expected);
});
