import type { Gate, OnTurnEnded, Tool } from "junior-plugin-api";
import { z } from "zod";
import { LeaseLostError } from "../base/errors.ts";
import { faultCode, type Log } from "../base/log.ts";
import type { Changes } from "../db/changes.ts";
import type { Database } from "../db/database.ts";
import type { Model, ModelTool } from "../model/model.ts";
import type { Queue } from "../queue/queue.ts";
import { askModel } from "./ask-model.ts";
import { callTool } from "./call-tool.ts";
import { type TurnEnding, endTurn } from "./end-turn.ts";
import { joinMessages } from "./join-messages.ts";
import { promptMessages, systemPrompt } from "./prompt.ts";
import { countFault, isStopRequested, loadSaid, loadSteps, saveStep } from "./turn-store.ts";
import { type Step, type Turn, turnLimits } from "./turn.ts";
import { watchStop } from "./watch-stop.ts";

/** What a Turn is handed by the composition root. */
export type TurnDeps = {
  database: Database;
  queue: Queue;
  changes: Changes;
  model: Model;
  tools: ReadonlyMap<string, Tool>;
  gate: Gate;
  onTurnEnded: OnTurnEnded[];
  log: Log;
};

/**
 * Runs a Turn to its end, from its last saved row on. Each model output is saved before its tools run.
 * @throws LeaseLostError when another worker has the Conversation, the signal's reason at a shutdown
 */
export async function runTurn(deps: TurnDeps, turn: Turn, signal: AbortSignal): Promise<{ released: boolean }> {
  const steps = await loadSteps(deps.database, turn.id);
  const stop = watchStop(deps.database, deps.changes, turn);
  try {
    return await endTurn(deps, turn, steps, await takeSteps(deps, turn, steps, AbortSignal.any([signal, stop.signal])));
  } catch (error) {
    if (signal.aborted || error instanceof LeaseLostError) throw error;
    if (stop.signal.aborted) {
      await joinMessages(deps.database, turn, steps.length);
      return endTurn(deps, turn, steps, { how: "stopped" });
    }
    // A database that is away cannot count it, so only what breaks again and again by itself ends the Turn.
    if ((await countFault(deps.database, turn.id)) < turnLimits.faults) throw error;
    deps.log.error("a Turn broke again and was ended", { turnId: turn.id, code: faultCode(error) });
    return endTurn(deps, turn, steps, { how: "failed", code: "fault" });
  } finally {
    stop.end();
  }
}

async function takeSteps(deps: TurnDeps, turn: Turn, steps: Step[], signal: AbortSignal): Promise<TurnEnding> {
  const tools = modelTools(deps.tools);
  let said = await loadSaid(deps.database, turn, turnLimits.historyMessages);
  const refusals = { inARow: 0 };
  const callsOf = (some: Step[]) => some.reduce((count, step) => count + step.calls.length, 0);
  for (;;) {
    const last = steps.at(-1);
    const left = turnLimits.toolCalls - callsOf(steps.slice(0, -1));
    if (last && (await runCalls(deps, turn, last, { left, refusals, signal })) === "refused") return { how: "failed", code: "refused" };
    if (last && last.calls.length === 0) return { how: "done" };
    const calls = callsOf(steps);
    if (calls >= turnLimits.toolCalls || steps.length >= turnLimits.steps) return { how: "failed", code: "too-many-calls" };

    const joined = last ? await joinMessages(deps.database, turn, last.number) : "nothing";
    if (joined === "stop" || (await isStopRequested(deps.database, turn.id))) return { how: "stopped" };
    if (joined === "joined") said = await loadSaid(deps.database, turn, turnLimits.historyMessages);
    signal.throwIfAborted();
    const asked = await askModel(deps.model, { system: systemPrompt(), messages: promptMessages(said, steps), tools, signal }, calls > 0);
    if ("failed" in asked) return { how: "failed", code: asked.failed };
    steps.push(await saveStep(deps.database, turn, steps.length + 1, asked.output));
    if (asked.output.cutOff) return { how: "failed", code: "cut-off" };
  }
}

/** Runs the step's calls that have no result yet, in order; those over the Turn's limit are told so instead. */
async function runCalls(
  deps: TurnDeps,
  turn: Turn,
  step: Step,
  run: { left: number; refusals: { inARow: number }; signal: AbortSignal },
): Promise<"ran" | "refused"> {
  for (const [position, call] of step.calls.entries()) {
    if (call.result) continue;
    run.signal.throwIfAborted();
    const deniedFor = position < run.left ? null : `Not done: one piece of work may make ${turnLimits.toolCalls} calls.`;
    const { result, refused } = await callTool({ ...deps, signal: run.signal }, turn, call, deniedFor);
    call.result = result;
    run.refusals.inARow = refused ? run.refusals.inARow + 1 : 0;
    if (run.refusals.inARow >= turnLimits.refusalsInARow) return "refused";
  }
  return "ran";
}

const modelTools = (tools: ReadonlyMap<string, Tool>): ModelTool[] =>
  [...tools.values()].map((tool) => ({
    name: tool.name,
    description: tool.description,
    input: z.toJSONSchema(tool.input, { io: "input", unrepresentable: "any" }) as Record<string, unknown>,
  }));
