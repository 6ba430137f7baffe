import { expect, test } from "vitest";
import type { Step } from "../../contract.ts";
import { endsText, groupState, groupText, stepGroups, tookText } from "./step-groups.ts";

const step = (given: Partial<Step> = {}): Step => ({
  turnId: "t1",
  callId: "c1",
  tool: "readFile",
  text: "Read a file: notes.txt",
  state: "done",
  error: null,
  output: null,
  startedAt: "2026-11-30T14:00:00.000Z",
  tookMs: 400,
  afterSequence: 1,
  ...given,
});

test("steps of one Turn after one message stand together", () => {
  const groups = stepGroups([
    step(),
    step({ callId: "c2" }),
    step({ callId: "c3", afterSequence: 3 }),
    step({ turnId: "t2", afterSequence: 4 }),
  ]);
  expect(groups.map(({ afterSequence, steps }) => [afterSequence, steps.length])).toEqual([
    [1, 2],
    [3, 1],
    [4, 1],
  ]);
});

test("what is shown as a question or on a message is no step, unless it failed", () => {
  expect(stepGroups([step({ tool: "addReviewItem" }), step({ tool: "addReaction" })])).toEqual([]);
  expect(stepGroups([step({ tool: "addReviewItem", state: "failed" })])).toHaveLength(1);
});

test("one line tells what runs, the only one, or how many", () => {
  expect(groupText([step(), step({ state: "running", text: "Running a command: ls" })])).toBe("Running a command: ls…");
  expect(groupText([step()])).toBe("Read a file: notes.txt");
  expect(groupText([step(), step({ state: "failed" })])).toBe("2 steps");
});

test("the mark tells what runs, else the worst end, and how many ended so", () => {
  const [done, failed, stopped] = [step(), step({ state: "failed" }), step({ state: "stopped" })];
  expect([groupState([done, done]), endsText([done, done])]).toEqual(["done", null]);
  expect([groupState([done, stopped]), endsText([done, stopped])]).toEqual(["stopped", "1 stopped"]);
  expect([groupState([failed, stopped, failed]), endsText([failed, stopped, failed])]).toEqual(["failed", "2 failed, 1 stopped"]);
  expect(groupState([failed, step({ state: "running" })])).toBe("running");
  expect([groupState([stopped]), endsText([stopped])]).toEqual(["stopped", null]);
});

test("their time is told as short as it says enough", () => {
  expect(tookText([step()])).toBe("0.4 s");
  expect(tookText([step({ tookMs: 9_970 })])).toBe("10 s");
  expect(tookText([step({ tookMs: 100_000 }), step({ tookMs: 80_000 })])).toBe("3 min");
  expect(tookText([step({ tookMs: null })])).toBeNull();
});
