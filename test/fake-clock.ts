import type { Clock } from "../packages/junior/src/base/clock.ts";

/** A clock that a test moves by hand, where time is the subject. Starts at the real time and stands still. */
export type FakeClock = Clock & { advance(ms: number): void };

export function fakeClock(startMs = Date.now()): FakeClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
  };
}
