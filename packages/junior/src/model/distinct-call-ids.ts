import type { LanguageModelMiddleware } from "ai";
import { storable } from "../base/storable.ts";

/** Bytes; an index holds little more. */
const longest = 2_000;

/**
 * Some OpenAI-compatible servers leave the id of a tool call empty or count from `call_0` in every answer.
 * Results are matched and repeats are recognised by that id, so within one request each gets its own, such as it can be kept.
 */
export const distinctCallIds: LanguageModelMiddleware = {
  async wrapGenerate({ doGenerate, params }) {
    const result = await doGenerate();
    const taken = new Set(params.prompt.flatMap(callIds));
    const content = result.content.map((part) => {
      if (part.type !== "tool-call" || part.providerExecuted) return part;
      const toolCallId = firstFree(keepable(part.toolCallId) || "call", taken);
      taken.add(toolCallId);
      return { ...part, toolCallId };
    });
    return { ...result, content };
  },
};

type PromptMessage = Parameters<NonNullable<LanguageModelMiddleware["wrapGenerate"]>>[0]["params"]["prompt"][number];

const callIds = (message: PromptMessage): string[] =>
  message.role === "assistant" ? message.content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : [])) : [];

/** What is cleaned only later could become the same then. */
function keepable(id: string): string {
  const clean = storable(id);
  return Buffer.byteLength(clean) <= longest ? clean : clean.slice(0, longest / 4).toWellFormed();
}

function firstFree(id: string, taken: Set<string>): string {
  if (!taken.has(id)) return id;
  let number = 2;
  while (taken.has(`${id}-${number}`)) number++;
  return `${id}-${number}`;
}
