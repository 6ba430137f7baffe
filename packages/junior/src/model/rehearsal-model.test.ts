import { describe, expect, test } from "vitest";
import { rehearsalModel } from "./rehearsal-model.ts";
import { rehearsalScenes } from "./rehearsal-scenes.ts";
import type { ModelMessage, ToolResultPart } from "ai";
import type { ModelRequest } from "./model.ts";

const tool = (name: string) => ({ name, description: "A tool.", input: { type: "object" } });
const tools = ["addReviewItem", "addReaction", "writeFile", "runCommand", "attachFile"].map(tool);

function request(messages: ModelMessage[], offered = tools): ModelRequest {
  return { system: "You are Junior.", messages, tools: offered, signal: new AbortController().signal };
}
const say = (...texts: string[]): ModelMessage[] => texts.map((content) => ({ role: "user", content }));
const generate = (messages: ModelMessage[]) => rehearsalModel.generate(request(messages));
const result = (toolCallId: string, output: ToolResultPart["output"]): ModelMessage => ({
  role: "tool",
  content: [{ type: "tool-result", toolCallId, toolName: "addReviewItem", output }],
});
const added = { type: "json" as const, value: { id: "1", state: "new" } };

describe("scenes", () => {
  test("every suggestion plays its own scene", async () => {
    for (const scene of rehearsalScenes) {
      const played = await generate(say(scene.prompt));
      const expected =
        "calls" in scene.play
          ? { toolCalls: scene.play.calls.slice(0, 1) }
          : "says" in scene.play
            ? { text: scene.play.says, toolCalls: [] }
            : { toolCalls: [{ tool: "addReviewItem", input: scene.play.asks }] };
      expect(played).toMatchObject(expected);
    }
  });

  test("what plays in Slack alone is offered nowhere else", () => {
    const all = rehearsalScenes.map(({ prompt }) => prompt);
    expect(all).toContain("React to this");
    expect(rehearsalModel.suggestions).toEqual(all.filter((prompt) => prompt !== "React to this"));
  });

  test.each([
    ["ask me something", "Pick a colour"],
    ["Please ASK ME TO CHOOSE a colour.", "Pick a colour"],
    ["ask me for a release name", "Name the release"],
    ["Could you ask me to do something?", "Water the plant by the window"],
    ["ask me a form", "Plan the release"],
  ])("%s puts “%s” on the desk", async (wish, title) => {
    const { toolCalls } = await generate(say(wish));
    expect(toolCalls).toMatchObject([{ tool: "addReviewItem", input: { title } }]);
  });

  test("the wish is the last paragraph, also of a message in parts", async () => {
    const others = "Instruction by ana:\n\n> ask me a form";
    expect((await generate(say(`${others}\n\nsay hello`))).text).toMatch(/^Hello!/);
    const content = [
      { type: "text" as const, text: others },
      { type: "text" as const, text: "ask me something" },
    ];
    const { toolCalls } = await generate([{ role: "user", content }]);
    expect(toolCalls).toMatchObject([{ input: { title: "Pick a colour" } }]);
  });

  test("unknown text is answered with the list of scenes", async () => {
    const { text, toolCalls } = await generate(say("What is the weather like?"));
    expect(text).toMatch(/^I am only rehearsing and cannot think\. I know these scenes: /);
    for (const prompt of rehearsalModel.suggestions) expect(text).toContain(prompt);
    expect(text).toContain("ANTHROPIC_API_KEY");
    expect(toolCalls).toEqual([]);
  });

  test("nothing is asked where the tool is not offered", async () => {
    const { text, toolCalls } = await rehearsalModel.generate(request(say("ask me something"), []));
    expect(toolCalls).toEqual([]);
    expect(text).toMatch(/nothing was asked/);
  });
});

describe("after the call", () => {
  test("a job goes on where its results end, and stops at the first that failed", async () => {
    const history: ModelMessage[] = say("do a slow job");
    for (const step of [1, 2, 3, 4, 5]) {
      const { content, toolCalls } = await generate(history);
      expect(toolCalls).toMatchObject([{ tool: "runCommand", input: { command: expect.stringContaining(`step ${step} of 5`) } }]);
      const callId = toolCalls[0]!.callId;
      const failed = await generate([...history, { role: "assistant", content }, result(callId, { type: "error-text", value: "no" })]);
      expect(failed.text).toMatch(/failed, so I stopped/);
      history.push({ role: "assistant", content }, result(callId, { type: "json", value: {} }));
    }
    expect((await generate(history)).text).toMatch(/^The slow job is done/);
  });

  test("a reaction is the whole reply", async () => {
    const { content, toolCalls } = await generate(say("react to this"));
    const ended = await generate([
      ...say("react to this"),
      { role: "assistant", content },
      result(toolCalls[0]!.callId, { type: "json", value: {} }),
    ]);
    expect(ended).toMatchObject({ text: "", toolCalls: [] });
  });

  test("its result ends the Turn with one line", async () => {
    const asked = await generate(say("ask me something"));
    const history: ModelMessage[] = [...say("ask me something"), { role: "assistant", content: asked.content }];
    const callId = asked.toolCalls[0]!.callId;
    const ended = await generate([...history, result(callId, added)]);
    expect(ended).toMatchObject({ text: "I asked you on the desk. I go on when you answer.", toolCalls: [] });
    const refused = await generate([...history, result(callId, { type: "error-text", value: "no such person" })]);
    expect(refused.text).toMatch(/nothing was asked/);
  });

  test("the same request gives the same output, the same wish later another call id", async () => {
    const first = await generate(say("ask me something"));
    expect(await generate(say("ask me something"))).toEqual(first);
    const later = await generate([
      ...say("ask me something"),
      { role: "assistant", content: first.content },
      result(first.toolCalls[0]!.callId, added),
      ...say("ask me something"),
    ]);
    expect(later.toolCalls[0]!.callId).not.toBe(first.toolCalls[0]!.callId);
  });
});

describe("answers", () => {
  test.each([
    ['Answer to "Pick a colour" (version 1): Which colour? → Blue', "Blue it is."],
    ['Answer to "Pick → "a" colour" (version 12): Which colour? → Blue → or so', "Blue → or so it is."],
    ['Answer to "Name the release" (version 1): What is the release called? → ask me a form', "ask me a form it is."],
    [
      'Answer to "Plan the release" (version 2): \n- On which day? → Tuesday\n- In which regions? → Europe, Asia',
      "Tuesday, Europe, Asia it is.",
    ],
    ['Answer to "Water the plant" (version 1): → done', "Done it is, thank you."],
    ['Answer to "Pick a colour" (version 1): in own words → teal,\n\nask me a form', "I read: “teal, ask me a form”."],
  ])("%j", async (answer, said) => {
    const { text, toolCalls } = await generate(say("ask me something", `Recorded on the desk by ana:\n\n${answer}`));
    expect(text).toBe(`${said} (I am only rehearsing: nothing was really done.)`);
    expect(toolCalls).toEqual([]);
  });
});

test("a stopped call fails as it does with a real provider", async () => {
  const stopped = rehearsalModel.generate({ ...request(say("say hello")), signal: AbortSignal.abort() });
  await expect(stopped).rejects.toMatchObject({ code: "timed-out", retryable: true });
});
