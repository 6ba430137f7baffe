import { expect, test } from "vitest";
import { distinctCallIds } from "./distinct-call-ids.ts";

type Wrap = NonNullable<typeof distinctCallIds.wrapGenerate>;

async function rename(before: string[], answered: string[]): Promise<string[]> {
  const call = (toolCallId: string) => ({ type: "tool-call", toolCallId, toolName: "look", input: "{}" });
  const prompt = [{ role: "assistant", content: before.map(call) }];
  const result = await distinctCallIds.wrapGenerate!({
    doGenerate: async () => ({ content: answered.map(call) }),
    params: { prompt },
  } as unknown as Parameters<Wrap>[0]);
  return result.content.map((part) => (part as { toolCallId: string }).toolCallId);
}

test.each([
  [[], ["a", "b"], ["a", "b"]],
  [[], ["", ""], ["call", "call-2"]],
  [["call_0"], ["call_0", "call_1"], ["call_0-2", "call_1"]],
  [["call_0", "call_0-2"], ["call_0"], ["call_0-3"]],
])("after %j, %j becomes %j", async (before, answered, expected) => {
  expect(await rename(before, answered)).toEqual(expected);
});
