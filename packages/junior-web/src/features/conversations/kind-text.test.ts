import { expect, test } from "vitest";
import { isPicture, kindText } from "./kind-text.ts";

test.each([
  ["application/pdf", "plan.pdf", "PDF"],
  ["text/plain", "tour.csv", "CSV"],
  ["text/plain", "notes.txt", "Text"],
  ["text/plain", "README", "Text"],
  ["video/mp4", "film", "Video"],
  ["application/octet-stream", "disk.img", "IMG"],
  ["application/octet-stream", "blob", "File"],
])("%s %s is called %s", (mediaType, name, text) => {
  expect(kindText(mediaType, name)).toBe(text);
});

test("a drawing that may hold a script is no picture", () => {
  expect(isPicture("image/png")).toBe(true);
  expect(isPicture("image/svg+xml")).toBe(false);
});
