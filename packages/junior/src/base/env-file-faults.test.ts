import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { envFileFaults } from "./env.ts";

const folder = mkdtempSync(join(tmpdir(), "junior-env-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["A=1\n# a comment\n\nexport B = 2\nC=", []],
  ["A=1\nsk-just-a-key\nB=2\n", [2]],
  ["A=\"one\ntwo = x\nthree\"\nfour\r\nB='x'", [4]],
  ["A: 1\n  = 2\n", [1, 2]],
  ["# don't\nA=it's\nB=2\nplainly wrong", [4]],
])("%j", (text, faults) => {
  const path = join(folder, ".env");
  writeFileSync(path, text);
  expect(envFileFaults(path)).toEqual(faults);
});

test("a file that is not there has none", () => {
  expect(envFileFaults(join(folder, "none"))).toEqual([]);
});
