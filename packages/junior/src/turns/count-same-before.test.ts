import { expect, test } from "vitest";
import { countSameBefore } from "./count-same-before.ts";
import type { Call } from "./turn.ts";

const call = (tool: string, input: unknown): Call => ({ callId: "", tool, input, state: "done", result: null });

test("only the same tool with the same input right before counts, in whatever order the keys stand", () => {
  const same = call("look", { a: 1, b: [2] });
  const again = call("look", { b: [2], a: 1 });
  const other = call("look", { a: 2 });
  expect([same, again, same].map((_, index, calls) => countSameBefore(calls, index))).toEqual([0, 1, 2]);
  expect(countSameBefore([same, other, again], 2)).toBe(0);
  expect(countSameBefore([same, call("see", same.input)], 1)).toBe(0);
  expect(countSameBefore([], 0)).toBe(0);
});
