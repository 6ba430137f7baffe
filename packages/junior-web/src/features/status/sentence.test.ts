import { expect, test } from "vitest";
import { sentence } from "./sentence.ts";

test.each([
  ["rehearsing: it cannot think", "Rehearsing: it cannot think"],
  ["set PORT in .env", "Set PORT in .env"],
  ["https://junior.example is where", "https://junior.example is where"],
  ["maker/model-1", "maker/model-1"],
  ["PostgreSQL at DATABASE_URL", "PostgreSQL at DATABASE_URL"],
])("%s", (text, expected) => {
  expect(sentence(text)).toBe(expected);
});
