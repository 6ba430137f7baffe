import { APICallError, InvalidPromptError, InvalidResponseDataError, UnsupportedFunctionalityError } from "ai";
import { describe, expect, test } from "vitest";
import { readProviderError } from "./read-provider-error.ts";

const now = Date.parse("2026-03-01T10:00:00Z");
const secret = "the words of a private thread";
const call = (statusCode: number | undefined, more: Partial<ConstructorParameters<typeof APICallError>[0]> = {}) =>
  new APICallError({ message: secret, url: "http://provider", requestBodyValues: secret, responseBody: secret, statusCode, ...more });
const coded = (code: string) => Object.assign(new Error(secret), { code });

describe("what a provider's failure means", () => {
  test.each([
    [429, "rate-limited", true],
    [401, "refused-key", false],
    [403, "refused-key", false],
    [400, "refused-request", false],
    [402, "refused-request", false],
    [404, "unknown-model", false],
    [413, "prompt-too-long", false],
    [422, "refused-request", false],
    [408, "timed-out", true],
    [409, "unavailable", true],
    [500, "unavailable", true],
    [503, "unavailable", true],
    [529, "unavailable", true],
    [undefined, "unavailable", true],
    [200, "nonsense", true],
  ])("status %s is %s", (status, code, retryable) => {
    expect(readProviderError(call(status), now)).toMatchObject({ code, retryable, retryAfterMs: null });
  });

  test.each([
    '{"error":{"code":"context_length_exceeded","message":"too many tokens"}}',
    '{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}',
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    "the request exceeds the available context size, try increasing it",
  ])("a prompt over the window is told apart from other refusals: %s", (responseBody) => {
    expect(readProviderError(call(400, { responseBody }), now)).toMatchObject({ code: "prompt-too-long", retryable: false });
  });

  test("the wait asked for is kept", () => {
    const responseHeaders = { "retry-after": "30" };
    expect(readProviderError(call(429, { responseHeaders }), now)?.retryAfterMs).toBe(30_000);
    expect(readProviderError(call(503, { responseHeaders }), now)?.retryAfterMs).toBe(30_000);
  });

  test("no waiting fills an empty account", () => {
    const data = { error: { code: "insufficient_quota" } };
    expect(readProviderError(call(429, { data }), now)).toMatchObject({ code: "rate-limited", retryable: false });
  });

  test.each([
    [new DOMException(secret, "TimeoutError"), "timed-out"],
    [new DOMException(secret, "AbortError"), "timed-out"],
    [new TypeError("terminated", { cause: coded("UND_ERR_SOCKET") }), "unavailable"],
    [call(200, { cause: coded("ECONNRESET") }), "unavailable"],
    [new TypeError("cannot read properties of undefined"), "nonsense"],
    [new InvalidResponseDataError({ data: secret }), "nonsense"],
    [new UnsupportedFunctionalityError({ functionality: "sound" }), "refused-request"],
  ])("%s is %s", (error, code) => {
    expect(readProviderError(error, now)).toMatchObject({ code });
  });

  test("a fault in our own request is not the provider's", () => {
    expect(readProviderError(new InvalidPromptError({ prompt: [], message: "empty" }), now)).toBeNull();
  });

  test("none of the provider's text comes through", () => {
    for (const status of [undefined, 200, 400, 401, 429, 500]) {
      const error = readProviderError(call(status, { cause: coded("X") }), now)!;
      expect(JSON.stringify({ ...error, message: error.message, cause: error.cause })).not.toContain(secret);
    }
  });
});
