import type { Progress } from "junior-plugin-api";
import { words } from "../base/words.ts";
import { type ToolRun, callTool } from "./call-tool.ts";
import { countSameBefore } from "./count-same-before.ts";
import { targetOf } from "./target-of.ts";
import { tellProgress } from "./tell-progress.ts";
import { saveSameResult } from "./step-store.ts";
import type { Step, Turn, TurnLimits } from "./turn.ts";

export type CallsRun = ToolRun & { progress: readonly Progress[]; limits: TurnLimits; refusals: { inARow: number } };

/**
 * Runs the last step's calls that have no result yet, in order. Those over the Turn's limit, and those that only repeat
 * what was just done, are told so instead.
 */
export async function runCalls(run: CallsRun, turn: Turn, steps: Step[]): Promise<"ran" | "refused"> {
  const step = steps.at(-1);
  if (!step) return "ran";
  const calls = steps.flatMap((each) => each.calls);
  const firstIndex = calls.length - step.calls.length;
  const target = targetOf(run.tools);
  await denyOverLimit(run, turn, step, run.limits.toolCalls - firstIndex);
  for (const [position, call] of step.calls.entries()) {
    if (call.result) continue;
    run.signal.throwIfAborted();
    const denied = countSameBefore(calls, firstIndex + position) < run.limits.sameCalls ? null : doneAlready;
    if (denied === null) {
      const { conversationId, actorIdentityId, id: turnId } = turn;
      const name = run.tools.has(call.tool) ? call.tool : "a tool";
      tellProgress(run.progress, { conversationId, turnId, actorIdentityId, doing: words.using(name, target(call.tool, call.input)) });
    }
    const { result, refused } = await callTool(run, turn, call, denied);
    call.result = result;
    call.state = "done";
    run.refusals.inARow = refused ? run.refusals.inARow + 1 : 0;
    if (run.refusals.inARow >= run.limits.refusalsInARow) return "refused";
  }
  return "ran";
}

const doneAlready =
  "Not done: you have done this already, with this very input, and its result stands above. Do something else, or answer with what you have.";

async function denyOverLimit(run: CallsRun, turn: Turn, step: Step, left: number): Promise<void> {
  const over = step.calls.slice(Math.max(0, left)).filter((call) => !call.result);
  if (over.length === 0) return;
  const result = { ok: false as const, error: `Not done: one piece of work may make ${run.limits.toolCalls} calls.` };
  await saveSameResult(run.database, turn, over, result);
  for (const call of over) Object.assign(call, { state: "done", result });
}
