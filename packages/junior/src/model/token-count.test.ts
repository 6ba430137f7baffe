import { expect, test } from "vitest";
import { tokenCount } from "./token-count.ts";

test.each([
  [7, 7],
  [undefined, 0],
  [7.2, 8],
  [-5, 0],
  [-0.5, 0],
  [Number.NaN, 0],
  [1e30, 100_000_000],
  [Number.POSITIVE_INFINITY, 100_000_000],
])("%s tokens are %d", (told, count) => expect(tokenCount(told) + 0).toBe(count));
