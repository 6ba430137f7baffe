import { afterAll, beforeAll, expect, test } from "vitest";
import { readEnv } from "../packages/junior/src/base/env.ts";
import { openModels } from "../packages/junior/src/model/open-models.ts";
import { startScriptedModel } from "./fakes/scripted-model.ts";
import type { ModelMessage } from "ai";
import type { Model } from "../packages/junior/src/model/model.ts";
import type { ScriptedModel } from "./fakes/scripted-model.ts";

let script: ScriptedModel;
let model: Model;

beforeAll(async () => {
  script = await startScriptedModel();
  const read = readEnv(script.env);
  if ("faults" in read) throw new Error(read.faults.join(" "));
  ({ model } = await openModels(read.env));
});
afterAll(() => script.close());

const tools = [
  { name: "addReviewItem", description: "Ask a person.", input: { type: "object" } },
  { name: "recordOutcome", description: "Write the outcome.", input: { type: "object" } },
];
const user = (content: string): ModelMessage => ({ role: "user", content });
const generate = (messages: ModelMessage[], signal = new AbortController().signal) =>
  model.generate({ system: "You are Junior.", messages, tools, signal });

test("a Turn of several steps is told in one line of the test", async () => {
  script
    .when(/deploy/)
    .calls("addReviewItem", { title: "Deploy?" })
    .calls("recordOutcome", ({ results }) => ({ id: (results[0] as { id: string }).id, text: "deployed" }))
    .says("Deployed.");

  const history = [user("please deploy it")];
  const first = await generate(history);
  expect(first.toolCalls).toMatchObject([{ tool: "addReviewItem", input: { title: "Deploy?" } }]);
  expect((await generate(history)).toolCalls).toMatchObject([{ tool: "addReviewItem" }]);

  const answer = (step: typeof first, value: Record<string, string>): ModelMessage[] => [
    { role: "assistant", content: step.content },
    {
      role: "tool",
      content: step.toolCalls.map((call) => ({
        type: "tool-result",
        toolCallId: call.callId,
        toolName: call.tool,
        output: { type: "json", value },
      })),
    },
  ];
  history.push(...answer(first, { id: "item-7" }));
  const second = await generate(history);
  expect(second.toolCalls).toMatchObject([{ tool: "recordOutcome", input: { id: "item-7", text: "deployed" } }]);
  history.push(...answer(second, { done: "yes" }));
  expect(await generate(history)).toMatchObject({ text: "Deployed.", toolCalls: [] });

  const last = script.requests().at(-1)!;
  expect(last).toMatchObject({ system: "You are Junior.", text: "please deploy it", step: 2, tools: ["addReviewItem", "recordOutcome"] });
});

test("faults come once, in order, before the reply", async () => {
  script.when(/flaky/).fails(429, { retryAfterSeconds: 9 }).fails(500).drops().rambles().saysNothing().says("At last.");
  const history = [user("a flaky day")];
  await expect(generate(history)).rejects.toMatchObject({ code: "rate-limited", retryAfterMs: 9_000 });
  await expect(generate(history)).rejects.toMatchObject({ code: "unavailable" });
  await expect(generate(history)).rejects.toMatchObject({ code: "unavailable" });
  await expect(generate(history)).rejects.toMatchObject({ code: "nonsense" });
  expect(await generate(history)).toMatchObject({ text: "", toolCalls: [] });
  expect(await generate(history)).toMatchObject({ text: "At last." });
});

test("a fault that ends the script comes for ever", async () => {
  script.when(/broken/).fails(503);
  for (let time = 0; time < 3; time++) {
    await expect(generate([user("broken")])).rejects.toMatchObject({ code: "unavailable" });
  }
});

test("a call that hangs ends when it is stopped, and its repeat goes on", async () => {
  script.when(/slow/).hangs().says("Awake.");
  await expect(generate([user("slow")], AbortSignal.timeout(100))).rejects.toMatchObject({ code: "timed-out" });
  expect(await generate([user("slow")])).toMatchObject({ text: "Awake." });
});

test("the rule given last counts, and what no rule foresaw is refused and kept", async () => {
  script.when(/colour/).says("Red.");
  script.when(/colour/).says("Blue.", { cutOff: true });
  expect(await generate([user("which colour")])).toMatchObject({ text: "Blue.", cutOff: true });
  await expect(generate([user("nobody wrote this")])).rejects.toMatchObject({ code: "unknown-model" });
  expect(script.unexpected().map(({ text }) => text)).toEqual(["nobody wrote this"]);
});
