import { expect, test } from "vitest";
import type { LogFields } from "../base/log.ts";
import { closeParts } from "./close-parts.ts";

test("the last opened closes first, and neither one that fails nor one that hangs keeps the others from it", async () => {
  const closed: string[] = [];
  const told: unknown[] = [];
  const write = (_: string, fields?: LogFields) => void told.push(fields);
  const part = (name: string, close = async () => {}) => ({
    name,
    longestMs: 50,
    close() {
      closed.push(name);
      return close();
    },
  });
  const parts = [
    part("database"),
    part("hangs", () => new Promise(() => {})),
    part("fails", () => Promise.reject(Object.assign(new Error("words"), { code: "57P01" }))),
    part("web"),
  ];
  await closeParts(parts, { debug: write, info: write, warn: write, error: write });
  expect(closed).toEqual(["web", "fails", "hangs", "database"]);
  expect(told).toEqual([
    { event: "fails", code: "57P01" },
    { event: "hangs", code: "too-slow" },
  ]);
  expect(parts).toEqual([]);
});
