import { generateText, jsonSchema, tool, wrapLanguageModel } from "ai";
import type { AssistantContent, ToolSet } from "ai";
import { distinctCallIds } from "./distinct-call-ids.ts";
import type { Price } from "./budget.ts";
import { ModelError } from "./model.ts";
import { readProviderError } from "./read-provider-error.ts";
import { tokenCount } from "./token-count.ts";
import type { Model, ModelOutput, ModelRequest, ModelTool } from "./model.ts";
import type { OpenedLanguageModel } from "./open-language-model.ts";

// The SDK would print warnings of its own, past our log and its list of allowed fields.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** What models of today hold at least; one that holds less says so, and is then asked with less. */
const usualContextTokens = 128_000;

/** `timeoutMs` bounds one whole call, the reading of its answer included. */
export function providerModel(options: OpenedLanguageModel & { name: string; price: Price | null; timeoutMs?: number }): Model {
  const { name, price, providerOptions, timeoutMs = 120_000 } = options;
  const model = wrapLanguageModel({ model: options.languageModel, middleware: distinctCallIds });

  return {
    name,
    rehearsal: false,
    price,
    contextTokens: usualContextTokens,
    suggestions: [],
    async generate(request) {
      const abortSignal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
      return readOutput(await ask(request, abortSignal));
    },
  };

  async function ask(request: ModelRequest, abortSignal: AbortSignal) {
    try {
      return await generateText({
        model,
        instructions: request.system,
        messages: request.messages,
        tools: offered(request.tools),
        maxRetries: 0,
        abortSignal,
        providerOptions,
      });
    } catch (error) {
      if (abortSignal.aborted) throw new ModelError("timed-out", { retryable: true });
      throw readProviderError(error, Date.now()) ?? error;
    }
  }
}

/** Without `execute` the SDK stops after one step. Without a check of its own it passes every JSON value on. */
function offered(tools: ModelTool[]): ToolSet {
  return Object.fromEntries(tools.map(({ name, description, input }) => [name, tool({ description, inputSchema: jsonSchema(input) })]));
}

function readOutput(result: Awaited<ReturnType<typeof generateText>>): ModelOutput {
  const said = result.responseMessages.find((message) => message.role === "assistant")?.content ?? [];
  return {
    content: sendable(said),
    text: result.text,
    toolCalls: result.toolCalls
      .filter((call) => !call.providerExecuted)
      .map((call) => ({ callId: call.toolCallId, tool: call.toolName, input: call.input })),
    usage: { inputTokens: tokenCount(result.usage.inputTokens), outputTokens: tokenCount(result.usage.outputTokens) },
    cutOff: result.finishReason === "length",
  };
}

/** Providers refuse a history in which a call's input is not an object. What was really written is in `toolCalls`. */
function sendable(content: AssistantContent): AssistantContent {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "tool-call" && !isPlainObject(part.input) ? { ...part, input: {} } : part));
}

const isPlainObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
