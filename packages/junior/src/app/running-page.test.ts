import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Env, readEnv } from "../base/env.ts";
import { pageUrl } from "./page-url.ts";
import { findRunningPage, rememberPage } from "./running-page.ts";

const folder = mkdtempSync(join(tmpdir(), "junior-page-"));
afterAll(() => rmSync(folder, { recursive: true }));

function settings(given: Record<string, string> = {}): Env {
  const read = readEnv({ JUNIOR_DATA_DIR: folder, ...given });
  if ("faults" in read) throw new Error(read.faults.join(" "));
  return read.env;
}

test("commands find the page of the Junior that runs, and the usual address once it has gone", () => {
  const env = settings();
  const forget = rememberPage(env, "http://localhost:4000");
  expect(pageUrl(env)).toBe("http://localhost:4000");
  expect(pageUrl(settings({ JUNIOR_PUBLIC_URL: "https://junior.example" }))).toBe("https://junior.example");
  forget();
  expect(pageUrl(env)).toBe("http://localhost:3000");
  expect(readdirSync(folder)).toEqual([]);
});

test("what a process that died, or nobody, wrote is not believed", () => {
  const env = settings();
  for (const text of ['{"url":"http://localhost:4000","pid":1,"startedAt":"never"}', "{", ""]) {
    writeFileSync(join(folder, "page.json"), text);
    expect(findRunningPage(env)).toBeNull();
  }
});

test("with a database elsewhere nothing is written down", () => {
  const env = settings({ DATABASE_URL: "postgres://ana@127.0.0.1/junior", JUNIOR_SECRET: "s".repeat(32) });
  rememberPage(env, "http://localhost:4000");
  expect(pageUrl(env)).toBe("http://localhost:3000");
});
