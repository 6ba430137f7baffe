import { expect, test } from "vitest";
import { presentSteps } from "./present-steps.ts";
import type { TranscriptStep } from "./transcript-store.ts";

const step: TranscriptStep = {
  turnId: "t1",
  turnState: "running",
  callId: "c1",
  tool: "readFile",
  target: "sandbox file notes.txt",
  state: "started",
  ok: null,
  output: null,
  error: null,
  startedAt: new Date("2026-11-30T14:00:00.000Z"),
  endedAt: null,
  afterSequence: 1,
};
const shown = (given: Partial<TranscriptStep>) => presentSteps([{ ...step, ...given }])[0];

test("a step says what it does, and then what it did and how long that took", () => {
  expect(shown({})).toMatchObject({ state: "running", text: "Reading a file: notes.txt", tookMs: null });
  const endedAt = new Date("2026-11-30T14:00:00.400Z");
  expect(shown({ state: "done", ok: true, endedAt })).toMatchObject({ state: "done", text: "Read a file: notes.txt", tookMs: 400 });
});

test.each([
  ["fetchPage", "https://www.example.com/a", "Reading a page: example.com/a"],
  ["runCommand", "sandbox: wc -l tour.csv", "Running a command: wc -l tour.csv"],
  ["attachFile", "tour.csv, in this thread", "Attaching a file: tour.csv"],
  ["readThread", "this conversation", "Reading the thread"],
  ["addReviewItem", "A title that only its readers may see", "Asking"],
  ["someTool", "", "Using someTool"],
])("%s is told in plain words", (tool, target, text) => {
  expect(shown({ tool, target })?.text).toBe(text);
});

test("what had not ended when its Turn did was stopped, and what had not begun is no step", () => {
  expect(shown({ turnState: "stopped" })?.state).toBe("stopped");
  expect(presentSteps([{ ...step, state: "waiting", startedAt: null }])).toEqual([]);
});

test("a command that ends with another exit code than 0 was run, and failed; what it printed stands there", () => {
  const output = { exitCode: 3, stdout: "no such line\n" };
  expect(shown({ tool: "runCommand", target: "sandbox: grep x", state: "done", ok: true, output })).toMatchObject({
    state: "failed",
    text: "Ran a command: grep x",
    error: "ended with exit code 3",
    output: "no such line",
  });
});

test("a failure keeps its first line", () => {
  expect(shown({ state: "done", ok: false, error: "There is no such file." })).toMatchObject({
    state: "failed",
    text: "Reading a file: notes.txt",
    error: "There is no such file.",
  });
});
