import { isDeepStrictEqual } from "node:util";
import type { Call } from "./turn.ts";

/** How many calls right before this one had the same tool and the same input. */
export function countSameBefore(calls: readonly Call[], index: number): number {
  const call = calls[index];
  if (!call) return 0;
  let count = 0;
  while (isSame(calls[index - count - 1], call)) count++;
  return count;
}

const isSame = (other: Call | undefined, call: Call): boolean =>
  other !== undefined && other.tool === call.tool && isDeepStrictEqual(other.input, call.input);
