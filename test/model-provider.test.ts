import { LLMock } from "@copilotkit/aimock";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openModels } from "../packages/junior/src/model/open-models.ts";
import { ask, hello, json, providers, readSettings, settings, startBareProvider } from "./fakes/bare-provider.ts";
import type { AssistantContent, ModelMessage } from "ai";
import type { Model } from "../packages/junior/src/model/model.ts";
import type { ProviderName } from "./fakes/bare-provider.ts";

/** The providers name it differently. */
const usage = { prompt_tokens: 120, completion_tokens: 30, input_tokens: 120, output_tokens: 30 };
/** Without the reasoning that OpenAI sends along. */
const spoken = (content: AssistantContent) => (content as { type: string }[]).filter(({ type }) => type !== "reasoning");

let mock: LLMock;
beforeAll(async () => {
  mock = await LLMock.create({ host: "127.0.0.1", port: 0 });
});
afterEach(() => {
  mock.reset();
});
afterAll(() => mock.stop());

const open = (provider: ProviderName): Promise<Model> => openModels(readSettings(settings[provider](mock.url))).then(({ model }) => model);
const sent = () => mock.getLastRequest()!;

/** aimock leaves out why a Response of OpenAI is incomplete. */
const cutOff = {
  anthropic: {
    type: "message",
    id: "m",
    model: "m",
    role: "assistant",
    stop_reason: "max_tokens",
    stop_sequence: null,
    content: [{ type: "text", text: "And then they" }],
    usage: { input_tokens: 1, output_tokens: 1 },
  },
  openai: {
    id: "r",
    created_at: 1,
    model: "m",
    status: "incomplete",
    incomplete_details: { reason: "max_output_tokens" },
    output: [{ type: "message", id: "o", role: "assistant", content: [{ type: "output_text", text: "And then they", annotations: [] }] }],
    usage: { input_tokens: 1, output_tokens: 1 },
  },
  "openai-compatible": {
    choices: [{ index: 0, message: { role: "assistant", content: "And then they" }, finish_reason: "length" }],
  },
};

describe.each(providers)("%s", (provider) => {
  test("plain text, with its usage", async () => {
    mock.onMessage("hello", { content: "Good morning.", usage });
    const model = await open(provider);
    const output = await model.generate(hello);
    expect(output).toMatchObject({ text: "Good morning.", toolCalls: [], cutOff: false });
    expect(output.content).toContainEqual(expect.objectContaining({ type: "text", text: "Good morning." }));
    expect(output.usage).toEqual({ inputTokens: 120, outputTokens: 30 });
    expect(model).toMatchObject({ name: expect.stringMatching(`^${provider}/`), rehearsal: false, suggestions: [] });
    expect(JSON.stringify(sent().body)).toContain("You are Junior.");
  });

  test("a tool call, and its result is understood in the next request", async () => {
    mock.onMessage("hello", { content: "I look.", toolCalls: [{ name: "look", arguments: '{"at":"the door"}' }] });
    const model = await open(provider);
    const output = await model.generate(hello);
    expect(output.text).toBe("I look.");
    expect(output.toolCalls).toEqual([{ callId: expect.stringMatching(/./), tool: "look", input: { at: "the door" } }]);

    mock.reset();
    mock.on({ hasToolResult: true }, { content: "It is open." });
    const saved = JSON.parse(JSON.stringify(output.content));
    const next = await model.generate(
      ask([
        ...hello.messages,
        { role: "assistant", content: saved },
        {
          role: "tool",
          content: [
            {
              type: "tool-result",
              toolCallId: output.toolCalls[0]!.callId,
              toolName: "look",
              output: { type: "json", value: { open: true } },
            },
          ],
        },
      ]),
    );
    expect(next.text).toBe("It is open.");
  });

  test("two tool calls keep their order and get ids of their own", async () => {
    mock.onMessage("hello", {
      toolCalls: [
        { name: "look", arguments: '{"at":"a"}' },
        { name: "look", arguments: '{"at":"b"}' },
      ],
    });
    const { toolCalls } = await (await open(provider)).generate(hello);
    expect(toolCalls.map(({ input }) => input)).toEqual([{ at: "a" }, { at: "b" }]);
    expect(new Set(toolCalls.map(({ callId }) => callId)).size).toBe(2);
  });

  test("an unknown tool takes nothing else with it", async () => {
    mock.onMessage("hello", {
      content: "Both.",
      toolCalls: [
        { name: "fly", arguments: '{"to":"the moon"}' },
        { name: "look", arguments: '{"at":"a"}' },
      ],
    });
    const output = await (await open(provider)).generate(hello);
    expect(output.text).toBe("Both.");
    expect(output.toolCalls).toMatchObject([
      { tool: "fly", input: { to: "the moon" } },
      { tool: "look", input: { at: "a" } },
    ]);
    expect(spoken(output.content)).toHaveLength(3);
  });

  test("a call with no tools on offer comes back too", async () => {
    mock.onMessage("hello", { toolCalls: [{ name: "look", arguments: '{"at":"a"}' }] });
    const { toolCalls } = await (await open(provider)).generate({ ...hello, tools: [] });
    expect(toolCalls).toMatchObject([{ tool: "look", input: { at: "a" } }]);
  });

  test("an input that does not fit the schema is not judged here", async () => {
    mock.onMessage("hello", { toolCalls: [{ name: "look", arguments: '{"at":7}' }] });
    const { toolCalls } = await (await open(provider)).generate(hello);
    expect(toolCalls).toMatchObject([{ tool: "look", input: { at: 7 } }]);
  });

  test("an empty answer is an output without words", async () => {
    mock.onMessage("hello", { content: "" });
    expect(await (await open(provider)).generate(hello)).toMatchObject({ text: "", toolCalls: [], cutOff: false });
  });

  test("an answer that the output limit ended says so", async () => {
    await using model = await startBareProvider(provider, json(200, cutOff[provider]));
    expect(await model.generate(hello)).toMatchObject({ text: "And then they", cutOff: true });
  });

  test("429 tells how long to wait", async () => {
    mock.onMessage("hello", { error: { message: "slow down, ana" }, status: 429, retryAfter: 12 });
    const failed = (await open(provider)).generate(hello);
    await expect(failed).rejects.toMatchObject({ code: "rate-limited", retryable: true, retryAfterMs: 12_000 });
    await expect(failed).rejects.toThrow(/^model: rate-limited$/);
    expect(mock.getRequests()).toHaveLength(1);
  });

  test.each([
    [500, "unavailable", true],
    [401, "refused-key", false],
    [400, "refused-request", false],
    [413, "prompt-too-long", false],
  ])("%s is %s and is asked once", async (status, code, retryable) => {
    mock.onMessage("hello", { error: { message: "the words of a private thread" }, status });
    const failed = (await open(provider)).generate(hello);
    await expect(failed).rejects.toMatchObject({ code, retryable });
    await expect(failed).rejects.not.toThrow(/private/);
    expect(mock.getRequests()).toHaveLength(1);
  });

  test("a connection dropped before the answer", async () => {
    mock.onMessage("hello", { content: "never" }, { chaos: { disconnectRate: 1 } });
    await expect((await open(provider)).generate(hello)).rejects.toMatchObject({ code: "unavailable", retryable: true });
  });

  test("a body that is no JSON", async () => {
    mock.onMessage("hello", { content: "never" }, { chaos: { malformedRate: 1 } });
    await expect((await open(provider)).generate(hello)).rejects.toMatchObject({ code: "nonsense", retryable: true });
  });

  test("a connection dropped in the middle of the answer", async () => {
    await using model = await startBareProvider(provider, (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write('{"id":', () => response.destroy());
    });
    await expect(model.generate(hello)).rejects.toMatchObject({ code: "unavailable", retryable: true });
  });

  test.each([[{}], [{ choices: [] }], [{ content: 7, output: 7 }], [[]]])("JSON of another shape: %j", async (body) => {
    await using model = await startBareProvider(provider, json(200, body));
    const code = expect.stringMatching(/^(nonsense|unavailable)$/);
    await expect(model.generate(hello)).rejects.toMatchObject({ code, retryable: true });
  });

  test("a page of a proxy instead of an answer", async () => {
    await using model = await startBareProvider(provider, (_, response) => {
      response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>");
    });
    await expect(model.generate(hello)).rejects.toMatchObject({ code: "unavailable", retryable: true });
  });

  test("Retry-After as a date", async () => {
    const until = new Date(Date.now() + 60_000).toUTCString();
    await using model = await startBareProvider(provider, json(429, { error: { message: "later" } }, { "retry-after": until }));
    const failure = await model.generate(hello).catch((error) => error);
    expect(failure).toMatchObject({ code: "rate-limited" });
    expect(failure.retryAfterMs).toBeGreaterThan(50_000);
    expect(failure.retryAfterMs).toBeLessThanOrEqual(60_000);
  });

  test("nobody listens", async () => {
    const model = await startBareProvider(provider, json(200, {}));
    await model[Symbol.asyncDispose]();
    await expect(model.generate(hello)).rejects.toMatchObject({ code: "unavailable", retryable: true });
  });

  test("a provider that never answers, or stops in the middle, is given up", async () => {
    await using silent = await startBareProvider(provider, () => {}, 150);
    await expect(silent.generate(hello)).rejects.toMatchObject({ code: "timed-out", retryable: true });
    await using stuck = await startBareProvider(provider, (_, response) => void response.writeHead(200).write('{"id":'), 150);
    await expect(stuck.generate(hello)).rejects.toMatchObject({ code: "timed-out", retryable: true });
  });

  test("who asked may stop the call, with any reason", async () => {
    await using silent = await startBareProvider(provider, () => {});
    const stop = new AbortController();
    const call = silent.generate(ask(hello.messages, stop.signal));
    setTimeout(() => stop.abort("stopped by @ana"), 50);
    await expect(call).rejects.toMatchObject({ code: "timed-out" });
    await expect(silent.generate(ask(hello.messages, AbortSignal.abort()))).rejects.toMatchObject({ code: "timed-out" });
  });

  test("a history in a wrong order is our own fault, not the provider's", async () => {
    const dangling: ModelMessage[] = [
      { role: "assistant", content: [{ type: "tool-call", toolCallId: "1", toolName: "look", input: {} }] },
      { role: "user", content: "hello" },
    ];
    await expect((await open(provider)).generate(ask(dangling))).rejects.toMatchObject({ name: "AI_MissingToolResultsError" });
  });
});
