import type { Gate, OnTurnEnded, Progress, Tool } from "junior-plugin-api";
import { z } from "zod";
import { LeaseLostError } from "../base/errors.ts";
import { faultCode, type Log } from "../base/log.ts";
import { words } from "../base/words.ts";
import type { Poster } from "../conversations/poster.ts";
import type { Changes } from "../db/changes.ts";
import type { Database } from "../db/database.ts";
import type { Model, ModelTool } from "../model/model.ts";
import type { Queue } from "../queue/queue.ts";
import { type Reading, askNextStep } from "./ask-next-step.ts";
import { type TurnEnding, endTurn } from "./end-turn.ts";
import { joinMessages } from "./join-messages.ts";
import { loadContext } from "./load-context.ts";
import type { ReadFile } from "./load-shown-files.ts";
import type { Skill } from "./prompt.ts";
import { runCalls } from "./run-calls.ts";
import type { MayStart } from "./starting-turn.ts";
import { findWorkedMs, loadSteps, saveStep, stepOf } from "./step-store.ts";
import { tellProgress } from "./tell-progress.ts";
import { stayQuietTool } from "./tools/stay-quiet.ts";
import { type Step, type Turn, type TurnLimits, turnLimits } from "./turn.ts";
import { countFault, isStopRequested } from "./turn-store.ts";
import { TurnCutShortError, watchTurn } from "./watch-turn.ts";

/** What a Turn is handed by the composition root. */
export type TurnDeps = {
  database: Database;
  queue: Queue;
  /** Posts replies of this process at once; without one, whoever posts claims them. */
  poster?: Pick<Poster, "reserve">;
  changes: Changes;
  model: Model;
  /** For "is this for me?"; without one, nobody is sure. */
  fast: Model | null;
  tools: ReadonlyMap<string, Tool>;
  gate: Gate;
  onTurnEnded: OnTurnEnded[];
  log: Log;
  skills?: readonly Skill[];
  progress?: readonly Progress[];
  /** Waited for before a Turn of this Conversation starts; takes a few seconds at most. */
  beforeTurn?: (conversationId: string) => Promise<void>;
  mayStart?: MayStart;
  readFile?: ReadFile;
  limits?: Partial<TurnLimits>;
};

/**
 * Runs a Turn to its end, from its last saved row on. Each model output is saved before its tools run.
 * @throws LeaseLostError when another worker has the Conversation, the signal's reason at a shutdown
 */
export async function runTurn(deps: TurnDeps, turn: Turn, signal: AbortSignal): Promise<{ released: boolean }> {
  const limits = { ...turnLimits, ...deps.limits };
  const steps = turn.isNew ? [] : await loadSteps(deps.database, turn.id);
  const workedMs = steps.length === 0 ? 0 : await findWorkedMs(deps.database, turn.id);
  const watch = watchTurn(deps, turn, limits.workedMs - workedMs);
  const { conversationId, actorIdentityId, id: turnId } = turn;
  const tell = (doing: string | null) => tellProgress(deps.progress ?? [], { conversationId, turnId, actorIdentityId, doing });
  const whole: TurnDeps = turn.startedByMachine ? { ...deps, tools: new Map([...deps.tools, [stayQuietTool.name, stayQuietTool]]) } : deps;
  try {
    tell(words.thinking);
    return await endTurn(whole, turn, steps, await takeSteps(whole, turn, steps, limits, AbortSignal.any([signal, watch.signal])));
  } catch (error) {
    if (signal.aborted || error instanceof LeaseLostError) throw error;
    if (watch.signal.aborted) return endTurn(whole, turn, steps, await cutShort(deps, turn, steps, watch.signal.reason, signal));
    // A database that is away cannot count it, so only what breaks again and again by itself ends the Turn.
    if ((await countFault(deps.database, turn.id)) < limits.faults) throw error;
    deps.log.error("a Turn broke again and was ended", { turnId: turn.id, code: faultCode(error) });
    return endTurn(whole, turn, steps, { how: "failed", code: "fault" });
  } finally {
    watch.end();
    tell(null);
  }
}

async function takeSteps(deps: TurnDeps, turn: Turn, steps: Step[], limits: TurnLimits, signal: AbortSignal): Promise<TurnEnding> {
  const tools = modelTools(deps.tools);
  const { contextTokens: window } = deps.model;
  const reading: Reading = { context: await loadContext(deps.database, turn, window), window, withPictures: true, known: new Map() };
  const run = { ...deps, progress: deps.progress ?? [], limits, refusals: { inARow: 0 }, signal };
  for (;;) {
    const last = steps.at(-1);
    if ((await runCalls(run, turn, steps)) === "refused") return { how: "failed", code: "refused" };
    if (last && last.calls.length === 0) return { how: "done" };
    if (last && hasQuiet(deps.tools, [last], "at-once")) return { how: "quiet" };
    const over = overLimit(steps, limits);
    if (over) return { how: "failed", code: over };

    const joined = last ? await joinMessages(deps, turn, last.number, signal) : "nothing";
    if (joined === "stop" || (last && (await isStopRequested(deps.database, turn.id)))) return { how: "stopped" };
    if (joined === "joined") reading.context = await loadContext(deps.database, turn, reading.window);
    signal.throwIfAborted();
    const silenceIsFine = hasQuiet(deps.tools, steps, "if-silent");
    const asked = await askNextStep(deps, turn, steps, reading, tools, silenceIsFine, signal);
    if ("failed" in asked) return { how: "failed", code: asked.failed, unanswered: true };
    const step = stepOf(steps.length + 1, asked.output);
    steps.push(step);
    // Nothing follows from it but the end, which saves it.
    if (step.calls.length === 0)
      return asked.output.cutOff ? { how: "failed", code: "cut-off", unsaved: step } : { how: "done", unsaved: step };
    await saveStep(deps.database, turn, step);
    if (asked.output.cutOff) return { how: "failed", code: "cut-off" };
  }
}

/** The Actor's "stop" is taken by the Turn that it ends. */
async function cutShort(deps: TurnDeps, turn: Turn, steps: Step[], reason: unknown, signal: AbortSignal): Promise<TurnEnding> {
  if (reason instanceof TurnCutShortError && reason.why === "too-long") return { how: "failed", code: "too-long" };
  await joinMessages(deps, turn, steps.length, signal);
  return { how: "stopped" };
}

function overLimit(steps: Step[], limits: TurnLimits): "too-many-calls" | "too-many-tokens" | null {
  if (steps.reduce((count, step) => count + step.calls.length, 0) >= limits.toolCalls) return "too-many-calls";
  return steps.reduce((sum, { usage }) => sum + usage.inputTokens + usage.outputTokens, 0) >= limits.tokens ? "too-many-tokens" : null;
}

/** Whether one of the calls declared that it may be all that there is to say. */
function hasQuiet(tools: ReadonlyMap<string, Tool>, steps: Step[], how: Tool["endsQuietly"]): boolean {
  return steps.some((step) => step.calls.some((call) => call.result?.ok && tools.get(call.tool)?.endsQuietly === how));
}

/** Worked out once for each tool: they stay the same while Junior runs. */
const written = new WeakMap<Tool, ModelTool>();

const modelTools = (tools: ReadonlyMap<string, Tool>): ModelTool[] =>
  [...tools.values()].map((tool) => written.get(tool) ?? writeTool(tool));

function writeTool(tool: Tool): ModelTool {
  const input = z.toJSONSchema(tool.input, { io: "input", unrepresentable: "any" }) as Record<string, unknown>;
  const forModel = { name: tool.name, description: tool.description, input };
  written.set(tool, forModel);
  return forModel;
}
