import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { LLMock } from "@copilotkit/aimock";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openModels } from "../packages/junior/src/model/open-models.ts";
import { ask, hello, json, providers, readSettings, settings, startBareProvider } from "./fakes/bare-provider.ts";
import type { AssistantContent } from "ai";
import type { Model } from "../packages/junior/src/model/model.ts";
import type { ProviderName } from "./fakes/bare-provider.ts";

let mock: LLMock;
beforeAll(async () => {
  mock = await LLMock.create({ host: "127.0.0.1", port: 0 });
});
afterEach(() => {
  mock.reset();
});
afterAll(() => mock.stop());

const open = (provider: ProviderName): Promise<Model> => openModels(readSettings(settings[provider](mock.url))).then(({ model }) => model);

/** Without the reasoning that OpenAI sends along. */
const spoken = (content: AssistantContent) => (content as { type: string }[]).filter(({ type }) => type !== "reasoning");

describe.each(["openai", "openai-compatible"] as const)("%s writes inputs as text", (provider) => {
  test("one that is no JSON comes back raw, beside its neighbour, and a sendable history is kept", async () => {
    mock.onMessage("hello", {
      content: "Both.",
      toolCalls: [
        { name: "look", arguments: '{"at": "the do' },
        { name: "look", arguments: '{"at":"a"}' },
        { name: "note", arguments: '"just words"' },
        { name: "note", arguments: "[1]" },
      ],
    });
    const output = await (await open(provider)).generate(hello);
    expect(output.text).toBe("Both.");
    expect(output.toolCalls.map(({ input }) => input)).toEqual(['{"at": "the do', { at: "a" }, "just words", [1]]);
    const kept = spoken(output.content).map((part) => ("input" in part ? part.input : part.type));
    expect(kept).toEqual(["text", {}, { at: "a" }, {}, {}]);
  });
});

test("anthropic: thinking is kept with its signature and sent back", async () => {
  mock.onMessage("hello", {
    reasoning: "The door first.",
    reasoningSignature: "c2lnbmVk",
    toolCalls: [{ name: "look", arguments: '{"at":"a"}' }],
  });
  const model = await open("anthropic");
  const output = await model.generate(hello);
  expect(output.content).toMatchObject([{ type: "reasoning", text: "The door first." }, { type: "tool-call" }]);

  let body = "";
  await using bare = await startBareProvider("anthropic", (request, response) => {
    request.on("data", (chunk) => (body += chunk)).on("end", () => response.writeHead(500).end());
  });
  await bare
    .generate(
      ask([
        ...hello.messages,
        { role: "assistant", content: JSON.parse(JSON.stringify(output.content)) },
        {
          role: "tool",
          content: [
            { type: "tool-result", toolCallId: output.toolCalls[0]!.callId, toolName: "look", output: { type: "json", value: {} } },
          ],
        },
      ]),
    )
    .catch(() => {});
  const request = JSON.parse(body);
  expect(request.messages[1].content[0]).toMatchObject({ type: "thinking", thinking: "The door first.", signature: "c2lnbmVk" });
  expect(request.cache_control).toEqual({ type: "ephemeral" });
});

test("openai: nothing is stored at the provider", async () => {
  let body = "";
  await using bare = await startBareProvider("openai", (request, response) => {
    request.on("data", (chunk) => (body += chunk)).on("end", () => response.writeHead(500).end());
  });
  await bare.generate(hello).catch(() => {});
  expect(JSON.parse(body)).toMatchObject({ store: false, model: "gpt-6-astra" });
});

test.each([
  ["server_error", "unavailable", true],
  ["rate_limit_exceeded", "unavailable", true],
  ["invalid_prompt", "refused-request", false],
])("openai: a response that failed with %s inside a 200 is %s", async (failure, code, retryable) => {
  const error = { code: failure, type: failure, message: "the words of a private thread" };
  await using bare = await startBareProvider(
    "openai",
    json(200, { id: "r", created_at: 1, model: "m", status: "failed", error, output: [] }),
  );
  await expect(bare.generate(hello)).rejects.toMatchObject({ code, retryable });
});

test("openai-compatible: empty and repeated call ids are made distinct", async () => {
  const call = (id: string, at: string) => ({ id, type: "function", function: { name: "look", arguments: JSON.stringify({ at }) } });
  const message = { role: "assistant", content: null, tool_calls: [call("", "a"), call("", "b"), call("0", "c"), call("0", "d")] };
  await using model = await startBareProvider(
    "openai-compatible",
    json(200, { choices: [{ index: 0, message, finish_reason: "tool_calls" }] }),
  );
  const { toolCalls, content } = await model.generate(hello);
  expect(toolCalls.map(({ input }) => input)).toEqual([{ at: "a" }, { at: "b" }, { at: "c" }, { at: "d" }]);
  const ids = toolCalls.map(({ callId }) => callId);
  expect(new Set(ids).size).toBe(4);
  expect(content).toMatchObject(ids.map((toolCallId) => ({ toolCallId })));
});

test.each([
  [2.5, -3, { inputTokens: 3, outputTokens: 0 }],
  [1e30, null, { inputTokens: 100_000_000, outputTokens: 0 }],
])("openai-compatible: a usage of %s and %s is counted with whole numbers", async (prompt, completion, expected) => {
  const usage = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt };
  const choices = [{ index: 0, message: { role: "assistant", content: "Fine." }, finish_reason: "stop" }];
  await using model = await startBareProvider("openai-compatible", json(200, { choices, usage }));
  expect(await model.generate(hello)).toMatchObject({ text: "Fine.", usage: expected });
});

describe.each(providers)("%s", (provider) => {
  test.each([200, 500])("an answer of %i without an end is not read on, and is no answer", async (status) => {
    let sent = 0;
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    await using model = await startBareProvider(
      provider,
      (_, response) => {
        const part = Buffer.alloc(1_000_000, " ");
        const send = () => {
          for (let isRoom = true; isRoom && !response.destroyed; sent += part.length) isRoom = response.write(part);
        };
        response.on("drain", send).on("close", resolve).writeHead(status, { "content-type": "application/json" });
        send();
      },
      60_000,
    );
    await expect(model.generate(hello)).rejects.toMatchObject({ code: "nonsense" });
    await closed;
    expect(sent).toBeLessThan(50_000_000);
  });
});

test.each([
  ["no key", {}, []],
  ["an Anthropic key", { ANTHROPIC_API_KEY: "a" }, ["@ai-sdk/anthropic", "ai"]],
  ["an OpenAI key", { OPENAI_API_KEY: "o" }, ["@ai-sdk/openai", "ai"]],
])("%s loads no library that it does not need", async (_, env, expected) => {
  const program = `
    const asked = new Set();
    require("node:module").registerHooks({ resolve(name, context, next) {
      if (!context.parentURL?.includes("/node_modules/") && /^(ai$|@ai-sdk\\/)/.test(name)) asked.add(name);
      return next(name, context);
    } });
    import(${JSON.stringify(new URL("../packages/junior/src/model/open-models.ts", import.meta.url).href)})
      .then(({ openModels }) => openModels(${JSON.stringify(env)}))
      .then(() => console.log(JSON.stringify([...asked].sort())));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--no-warnings", "-e", program]);
  expect(JSON.parse(stdout)).toEqual(expected);
});
