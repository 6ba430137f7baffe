import type { AssistantContent, ModelMessage } from "ai";
import type { Price } from "./budget.ts";

/** A tool as the model sees it; `input` is a JSON schema. */
export type ModelTool = { name: string; description: string; input: Record<string, unknown> };

export type ModelRequest = {
  system: string;
  /** A picture is a part `{ type: "file", mediaType: "image/…", data: bytes }` of a user message. */
  messages: ModelMessage[];
  tools: ModelTool[];
  signal: AbortSignal;
};

/** `input` is whatever the model wrote, validated by whoever runs the tool; text where it was no JSON. */
export type ModelToolCall = { callId: string; tool: string; input: unknown };

export type ModelOutput = {
  /** Saved as it is and given back in later requests of the same Turn. */
  content: AssistantContent;
  text: string;
  toolCalls: ModelToolCall[];
  usage: { inputTokens: number; outputTokens: number };
  /** The output limit of the model ended it in the middle. */
  cutOff: boolean;
};

/**
 * One call is one request to the provider, never retried here.
 * @throws ModelError when the provider refused, failed or did not answer
 */
export type Model = {
  /** provider/name, as shown to people. */
  name: string;
  /** It cannot think; people are told so. */
  rehearsal: boolean;
  /** Null where nobody told it. */
  price: Price | null;
  /** How much one request may hold, its answer included; rough is fine. */
  contextTokens: number;
  /** Prompts to click where the model knows only a few. */
  suggestions: string[];
  generate(request: ModelRequest): Promise<ModelOutput>;
};

export type ModelErrorCode =
  | "rate-limited"
  | "refused-key"
  | "refused-request"
  | "unknown-model"
  | "prompt-too-long"
  | "unavailable"
  | "timed-out"
  | "nonsense";

export class ModelError extends Error {
  override name = "ModelError";
  readonly code: ModelErrorCode;
  readonly retryable: boolean;
  /** What the provider asked to wait, in milliseconds. */
  readonly retryAfterMs: number | null;
  constructor(code: ModelErrorCode, options: { retryable: boolean; retryAfterMs?: number | null }) {
    super(`model: ${code}`);
    this.code = code;
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
