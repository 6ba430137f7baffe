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
  [[], ["a\0b", "ab"], ["ab", "ab-2"]],
  [["ab"], ["\0ab"], ["ab-2"]],
  [[], ["a\ud800", "a\ufffd"], ["a\ufffd", "a\ufffd-2"]],
  [[], ["\0"], ["call"]],
])("after %j, %j becomes %j", async (before, answered, expected) => {
  expect(await rename(before, answered)).toEqual(expected);
});

test("ids that are too long to be kept are cut, and stay distinct", async () => {
  const ids = await rename([], ["🙂".repeat(3_000), "🙂".repeat(3_001), "i".repeat(2_000)]);
  expect(ids).toEqual(["🙂".repeat(250), `${"🙂".repeat(250)}-2`, "i".repeat(2_000)]);
});
