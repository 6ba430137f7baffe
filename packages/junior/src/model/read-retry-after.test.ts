import { expect, test } from "vitest";
import { readRetryAfter } from "./read-retry-after.ts";

const now = Date.parse("2026-03-01T10:00:00Z");

test.each([
  [undefined, null],
  [{}, null],
  [{ "retry-after": "7" }, 7_000],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "1.5" }, 1_500],
  [{ "retry-after": "Sun, 01 Mar 2026 10:00:20 GMT" }, 20_000],
  [{ "retry-after": "Sun, 01 Mar 2026 09:00:00 GMT" }, 0],
  [{ "retry-after": "soon" }, null],
  [{ "retry-after": "" }, null],
  [{ "retry-after": "7", "retry-after-ms": "6500" }, 6_500],
  [{ "retry-after": "7", "retry-after-ms": "" }, 7_000],
])("%j is %s ms", (headers, expected) => {
  expect(readRetryAfter(headers as Record<string, string> | undefined, now)).toBe(expected);
});
