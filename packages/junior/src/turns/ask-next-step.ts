import type { FailureCode } from "../base/words.ts";
import type { Database } from "../db/database.ts";
import type { Model, ModelRequest, ModelTool } from "../model/model.ts";
import { type Asked, askModel } from "./ask-model.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { loadContext } from "./load-context.ts";
import { type ReadFile, loadShownFiles } from "./load-shown-files.ts";
import { type Context, type Skill, promptMessages, systemPrompt } from "./prompt.ts";
import { shortenSteps } from "./shorten-steps.ts";
import { summarise } from "./summarise.ts";
import type { Step, Turn } from "./turn.ts";

/** Shares of the model's window. */
const share = {
  /** A prompt over this is made shorter: the rest is for the answer, and for what the estimate has wrong. */
  prompt: 0.7,
  outputs: 0.35,
  outputsInNeed: 0.15,
  /** Of the history, this much stays word for word; a summary reads so much at once. */
  kept: 0.2,
  piece: 0.4,
};

/** What a Turn's prompts are written from; it lives as long as the worker's hold on the Turn. */
export type Reading = {
  context: Context;
  /** In tokens; smaller than the model's own once it has refused a prompt. */
  window: number;
  /** False once the model has refused pictures. */
  withPictures: boolean;
  known: Map<string, Uint8Array>;
};

/** A gateway has no such model where none of its providers takes pictures. */
const refusesPictures: ReadonlySet<FailureCode> = new Set(["refused-request", "unknown-model"]);

type Deps = { database: Database; model: Model; skills?: readonly Skill[]; readFile?: ReadFile };

/**
 * One answer of the model to all that the Turn knows. A prompt that is too long for it, by our estimate or by its own
 * word, is made shorter first: old outputs are left out, old history becomes a summary. It is refused once at most.
 */
export async function askNextStep(
  deps: Deps,
  turn: Turn,
  steps: Step[],
  reading: Reading,
  tools: ModelTool[],
  silenceIsFine: boolean,
  signal: AbortSignal,
): Promise<Asked> {
  const ask = (request: ModelRequest) => askModel(deps.model, request, silenceIsFine);
  const request = await writeRequest(deps, turn, steps, reading, tools, signal);
  if ("failed" in request) return request;
  const asked = await ask(request);
  if (!("failed" in asked)) return asked;
  if (asked.failed === "prompt-too-long") {
    reading.window = Math.floor(Math.min(reading.window, estimateTokens(request)) * 0.7);
  } else if (refusesPictures.has(asked.failed) && reading.withPictures && hasPictures(request)) {
    reading.withPictures = false;
  } else return asked;
  const other = await writeRequest(deps, turn, steps, reading, tools, signal);
  return "failed" in other ? other : ask(other);
}

async function writeRequest(
  deps: Deps,
  turn: Turn,
  steps: Step[],
  reading: Reading,
  tools: ModelTool[],
  signal: AbortSignal,
): Promise<ModelRequest | Extract<Asked, { failed: unknown }>> {
  const { window } = reading;
  const system = systemPrompt(deps.skills ?? []);
  const files = deps.readFile ? await loadShownFiles(deps.readFile, reading.context.said, reading.known) : new Map<string, Uint8Array>();
  const write = (outputs: number): ModelRequest => {
    const messages = promptMessages(reading.context, shortenSteps(steps, window * outputs), files, reading.withPictures);
    return { system, messages, tools, signal };
  };
  const isLong = (request: ModelRequest, most = share.prompt) => estimateTokens(request) > window * most;

  let request = write(share.outputs);
  if (!isLong(request)) return request;
  const size = { keep: window * share.kept, chunk: window * share.piece };
  const summarised = await summarise(deps, turn, reading.context.said, size, signal);
  if ("failed" in summarised && isLong(request, 1)) return summarised;
  reading.context = await loadContext(deps.database, turn, window);
  request = write(share.outputs);
  return isLong(request) ? write(share.outputsInNeed) : request;
}

const hasPictures = (request: ModelRequest): boolean =>
  request.messages.some(({ content }) => Array.isArray(content) && content.some((part) => part.type === "file"));
