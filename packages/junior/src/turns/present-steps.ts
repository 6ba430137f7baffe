import type { Step } from "junior-web/contract";
import { words } from "../base/words.ts";
import { failedExitCode, shownOutput } from "./shown-output.ts";
import type { TranscriptStep } from "./transcript-store.ts";

/** Steps as people see them; a call that was not begun is none yet. */
export function presentSteps(steps: TranscriptStep[]): Step[] {
  return steps.filter(({ state }) => state !== "waiting").map(presentStep);
}

function presentStep(step: TranscriptStep): Step {
  const { turnId, callId, tool, error, output, startedAt, endedAt, afterSequence } = step;
  const exitCode = failedExitCode(tool, output);
  const state = exitCode === null ? stateOf(step) : "failed";
  return {
    turnId,
    callId,
    tool,
    // A command that fails was run all the same.
    text: words.step(tool, step.target, state === "done" || exitCode !== null),
    state,
    error: exitCode === null ? error : words.exitCode(exitCode),
    output: shownOutput(tool, output),
    startedAt: startedAt?.toISOString() ?? null,
    tookMs: startedAt && endedAt ? Math.max(0, endedAt.getTime() - startedAt.getTime()) : null,
    afterSequence,
  };
}

function stateOf({ state, ok, turnState }: TranscriptStep): Step["state"] {
  if (state === "done") return ok === false ? "failed" : "done";
  return turnState === "running" ? "running" : "stopped";
}
