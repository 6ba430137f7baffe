import { createHash } from "node:crypto";
import { ModelError } from "./model.ts";
import { type ReviewItemInput, findScene, rehearsalScenes } from "./rehearsal-scenes.ts";
import { rehearsalWords, replyToAnswer } from "./rehearsal-words.ts";
import type { AssistantContent, ModelMessage, ToolResultPart } from "ai";
import type { Model, ModelOutput, ModelRequest, ModelToolCall } from "./model.ts";

/**
 * Plays fixed scenes where no provider's key is set. It remembers nothing and decides from the newest message of
 * a person and the tool results after it, so a request given again, by another process too, gets the same output.
 */
export const rehearsalModel: Model = {
  name: "rehearsal",
  rehearsal: true,
  price: { input: 0, output: 0 },
  contextTokens: 10_000_000,
  suggestions: rehearsalScenes.filter(({ onlyInSlack }) => !onlyInSlack).map(({ prompt }) => prompt),
  async generate(request) {
    if (request.signal.aborted) throw new ModelError("timed-out", { retryable: true });
    return play(request);
  },
};

function play(request: ModelRequest): ModelOutput {
  const newest = request.messages.findLastIndex((message) => message.role === "user");
  const text = textOf(request.messages[newest]);
  const reply = replyToAnswer(text);
  if (reply) return output(request, reply);
  const results = request.messages.slice(newest + 1).flatMap(toolResults);
  const scene = findScene(text);
  if (!scene) return output(request, rehearsalWords.unknown);
  if (!("calls" in scene.play) && "says" in scene.play) return output(request, scene.play.says);
  const { calls, says, saysOfFailure } = "calls" in scene.play ? scene.play : asking(scene.play.asks);
  const next = calls[results.length];
  if (results.some(isFailure)) return output(request, saysOfFailure);
  if (!next) return output(request, says);
  if (!request.tools.some(({ name }) => name === next.tool)) return output(request, saysOfFailure);
  return output(request, "", [{ callId: callId(request.messages.length, text), ...next }]);
}

const asking = (asks: ReviewItemInput) => ({
  calls: [{ tool: "addReviewItem", input: asks }],
  says: rehearsalWords.asked,
  saysOfFailure: rehearsalWords.notAsked,
});

function output(request: ModelRequest, text: string, toolCalls: ModelToolCall[] = []): ModelOutput {
  const content: Exclude<AssistantContent, string> = [];
  if (text) content.push({ type: "text", text });
  for (const call of toolCalls) {
    content.push({ type: "tool-call", toolCallId: call.callId, toolName: call.tool, input: call.input });
  }
  const read = request.system + request.messages.map(textOf).join("");
  const usage = { inputTokens: tokens(read), outputTokens: tokens(JSON.stringify(content)) };
  return { content, text, toolCalls, usage, cutOff: false };
}

function textOf(message: ModelMessage | undefined): string {
  if (!message) return "";
  if (typeof message.content === "string") return message.content;
  return message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}

const toolResults = (message: ModelMessage): ToolResultPart[] =>
  message.role === "tool" ? message.content.filter((part) => part.type === "tool-result") : [];

const isFailure = ({ output }: ToolResultPart): boolean => output.type === "error-text" || output.type === "error-json";

/** About what a tokenizer makes of English: four characters each. */
const tokens = (text: string): number => Math.ceil(text.length / 4);

/** The same for the same request, and another one in the next Turn, which has more messages. */
const callId = (messages: number, text: string): string =>
  `rehearsal-${messages}-${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
