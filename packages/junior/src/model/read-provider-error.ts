import { AISDKError, APICallError, EmptyResponseBodyError, InvalidResponseDataError, JSONParseError } from "ai";
import { NoContentGeneratedError, TypeValidationError, UnsupportedFunctionalityError } from "ai";
import { AnswerTooLargeError } from "./bounded-fetch.ts";
import { ModelError } from "./model.ts";
import { readRetryAfter } from "./read-retry-after.ts";

/**
 * What went wrong at the provider, without a word of its text: that may quote private messages.
 * Null where the fault is our own request (messages out of order, an argument of the wrong type).
 */
export function readProviderError(error: unknown, now: number): ModelError | null {
  if (isAbort(error)) return new ModelError("timed-out", { retryable: true });
  if (causesOf(error).some((cause) => cause instanceof AnswerTooLargeError)) return new ModelError("nonsense", { retryable: true });
  if (APICallError.isInstance(error)) return readCallError(error, now);
  if (isNetworkFault(error)) return new ModelError("unavailable", { retryable: true });
  if (UnsupportedFunctionalityError.isInstance(error)) return new ModelError("refused-request", { retryable: false });
  if (AISDKError.isInstance(error) && !isUnreadable(error)) return null;
  // Also what the SDK trips over in an answer of an unknown shape, which it throws as a plain TypeError.
  return new ModelError("nonsense", { retryable: true });
}

function readCallError(error: APICallError, now: number): ModelError {
  const status = error.statusCode;
  const retryAfterMs = readRetryAfter(error.responseHeaders, now);
  if (status === undefined || isNetworkFault(error)) return new ModelError("unavailable", { retryable: true });
  if (status === 429) return new ModelError("rate-limited", { retryable: !isOutOfCredit(error), retryAfterMs });
  if (status === 401 || status === 403) return new ModelError("refused-key", { retryable: false });
  if (status === 408) return new ModelError("timed-out", { retryable: true });
  if (status === 409 || status >= 500) return new ModelError("unavailable", { retryable: true, retryAfterMs });
  if (isFailedResponse(error)) return new ModelError("unavailable", { retryable: true, retryAfterMs });
  if (status === 413 || (status >= 400 && isTooLong(error))) return new ModelError("prompt-too-long", { retryable: false });
  if (status === 404 || (status >= 400 && isUnknownModel(error))) return new ModelError("unknown-model", { retryable: false });
  if (status >= 400) return new ModelError("refused-request", { retryable: false });
  return new ModelError("nonsense", { retryable: true });
}

/** OpenAI's Responses may fail inside an HTTP 200, which the SDK reports as 400 with the parsed body in the place of its text. */
function isFailedResponse(error: APICallError): boolean {
  const body = error.responseBody as unknown as { error?: { code?: unknown } | null } | string | undefined;
  const code = typeof body === "object" ? body.error?.code : undefined;
  return code === "server_error" || code === "rate_limit_exceeded";
}

/** OpenAI answers 429 for an empty account too, and no waiting helps there. */
function isOutOfCredit(error: APICallError): boolean {
  const data = error.data as { error?: { code?: unknown } } | undefined;
  return data?.error?.code === "insufficient_quota";
}

/** Some answer 400 instead of 404. */
function isUnknownModel(error: APICallError): boolean {
  const data = error.data as { error?: { code?: unknown } } | undefined;
  return data?.error?.code === "model_not_found";
}

/** OpenAI has a code for it; Anthropic and most servers that speak OpenAI's language say it in words only. */
function isTooLong(error: APICallError): boolean {
  const data = error.data as { error?: { code?: unknown } } | undefined;
  if (data?.error?.code === "context_length_exceeded") return true;
  const words = typeof error.responseBody === "string" ? error.responseBody : error.message;
  return /context_length_exceeded|prompt is too long|(context (length|window|size)|maximum (context|prompt) length).{0,80}(exceed|of|is)|exceed.{0,40}context/i.test(
    words,
  );
}

const isUnreadable = (error: AISDKError): boolean =>
  [EmptyResponseBodyError, InvalidResponseDataError, JSONParseError, NoContentGeneratedError, TypeValidationError].some((kind) =>
    kind.isInstance(error),
  );

const isAbort = (error: unknown): boolean =>
  error instanceof Error && ["AbortError", "TimeoutError", "ResponseAborted"].includes(error.name);

/** A connection that broke, also in the middle of an answer: Node's system codes and undici's own. */
function isNetworkFault(error: unknown): boolean {
  const codes = causesOf(error).map((cause) => (cause as { code?: unknown }).code);
  return codes.some((code) => typeof code === "string" && /^(UND_ERR_|(?!ERR_)E[A-Z_]+$)/.test(code));
}

/** The error itself, what caused it, and so on. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 8; cause = cause.cause) causes.push(cause);
  return causes;
}
