import { expect, test } from "vitest";
import { timeText } from "./time-text.ts";

const now = new Date(2026, 10, 30, 18, 0);

test.each([
  [new Date(2026, 10, 30, 9, 5), "09:05"],
  [new Date(2026, 10, 29, 23, 59), "23:59 on 29 November"],
  [new Date(2025, 10, 30, 0, 0), "00:00 on 30 November 2025"],
])("%s", (at, text) => {
  expect(timeText(at, now)).toBe(text);
});
