import { expect, test } from "vitest";
import { attachmentPaths, sandboxLimits, sandboxOverflow, sandboxPath } from "./sandbox.ts";

test.each([
  ["notes.md", { folder: "/work", path: "/work/notes.md" }],
  ["a/../b/./c.txt", { folder: "/work", path: "/work/b/c.txt" }],
  ["/work/Zürich 1.csv", { folder: "/work", path: "/work/Zürich 1.csv" }],
  ["/attachments/report.pdf", { folder: "/attachments", path: "/attachments/report.pdf" }],
  ["../attachments/report.pdf", { folder: "/attachments", path: "/attachments/report.pdf" }],
])("%s", (given, place) => expect(sandboxPath(given)).toEqual(place));

test.each([
  "/etc/passwd",
  "../secret",
  "/work",
  "/attachments",
  "/workshop/a",
  "",
  ".",
  "folder/",
  "a\0b",
  "a\nb",
  "x".repeat(301),
  "\ud800",
])("%j is no place for a file", (given) => expect(sandboxPath(given)).toEqual({ refused: expect.any(String) }));

test("it is full by number and by size", () => {
  expect(sandboxOverflow(Array<number>(sandboxLimits.files).fill(1))).toBeNull();
  expect(sandboxOverflow(Array<number>(sandboxLimits.files + 1).fill(1))).toContain("201 files");
  expect(sandboxOverflow([sandboxLimits.bytes])).toBeNull();
  expect(sandboxOverflow([sandboxLimits.bytes, 1])).toContain("bytes");
});

test("files of one name stand beside each other, and none stands elsewhere", () => {
  expect(attachmentPaths(["a.csv", "b.csv", "a.csv", "a.csv"])).toEqual([
    "/attachments/a.csv",
    "/attachments/b.csv",
    "/attachments/2-a.csv",
    "/attachments/3-a.csv",
  ]);
  expect(attachmentPaths(["../etc/passwd"])).toEqual(["/attachments/.._etc_passwd"]);
});
