import type { Gate, OnTurnEnded, Tool } from "junior-plugin-api";
import { z } from "zod";
import { LeaseLostError } from "../base/errors.ts";
import { faultCode, type Log } from "../base/log.ts";
import type { Database } from "../db/database.ts";
import type { Model, ModelTool } from "../model/model.ts";
import type { Queue } from "../queue/queue.ts";
import { askModel } from "./ask-model.ts";
import { callTool } from "./call-tool.ts";
import { type TurnEnding, endTurn } from "./end-turn.ts";
import { promptMessages, systemPrompt } from "./prompt.ts";
import { countFault, loadSaid, loadSteps, saveStep } from "./turn-store.ts";
import { type Step, type Turn, turnLimits } from "./turn.ts";

/** What a Turn is handed by the composition root. */
export type TurnDeps = {
  database: Database;
  queue: Queue;
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
  try {
    return await endTurn(deps, turn, steps, await takeSteps(deps, turn, steps, signal));
  } catch (error) {
    if (signal.aborted || error instanceof LeaseLostError) throw error;
    // A database that is away cannot count it, so only what breaks again and again by itself ends the Turn.
    if ((await countFault(deps.database, turn.id)) < turnLimits.faults) throw error;
    deps.log.error("a Turn broke again and was ended", { turnId: turn.id, code: faultCode(error) });
    return endTurn(deps, turn, steps, { how: "failed", code: "fault" });
  }
}

async function takeSteps(deps: TurnDeps, turn: Turn, steps: Step[], signal: AbortSignal): Promise<TurnEnding> {
  const said = await loadSaid(deps.database, turn, turnLimits.historyMessages);
  let refusals = 0;
  for (;;) {
    const last = steps.at(-1);
    for (const call of last?.calls ?? []) {
      if (call.result) continue;
      signal.throwIfAborted();
      const { result, refused } = await callTool({ ...deps, signal }, turn, call);
      call.result = result;
      refusals = refused ? refusals + 1 : 0;
      if (refusals >= turnLimits.refusalsInARow) return { how: "failed", code: "refused" };
    }
    if (last && last.calls.length === 0) return { how: "done" };
    const calls = steps.reduce((count, step) => count + step.calls.length, 0);
    if (calls >= turnLimits.toolCalls || steps.length >= turnLimits.steps) return { how: "failed", code: "too-many-calls" };

    signal.throwIfAborted();
    const request = { system: systemPrompt(), messages: promptMessages(said, steps), tools: modelTools(deps.tools), signal };
    const asked = await askModel(deps.model, request, calls > 0);
    if ("failed" in asked) return { how: "failed", code: asked.failed };
    steps.push(await saveStep(deps.database, turn, steps.length + 1, asked.output));
    if (asked.output.cutOff) return { how: "failed", code: "cut-off" };
  }
}

const modelTools = (tools: ReadonlyMap<string, Tool>): ModelTool[] =>
  [...tools.values()].map((tool) => ({
    name: tool.name,
    description: tool.description,
    input: z.toJSONSchema(tool.input, { io: "input", unrepresentable: "any" }) as Record<string, unknown>,
  }));
