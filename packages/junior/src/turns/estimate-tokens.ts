import type { ModelMessage } from "ai";
import type { ModelTool } from "../model/model.ts";

/** What most tokenizers make of English; other languages and code are denser, so nobody goes near the window by it. */
const charactersPerToken = 4;
/** About what providers count for a large picture. */
const pictureTokens = 1_600;

/** How much a request will take of the model's window, roughly. */
export function estimateTokens(request: { system: string; messages: ModelMessage[]; tools: ModelTool[] }): number {
  const fixed = request.system.length + JSON.stringify(request.tools).length;
  return Math.ceil(fixed / charactersPerToken) + request.messages.reduce((sum, message) => sum + messageTokens(message), 0);
}

function messageTokens({ content }: ModelMessage): number {
  if (typeof content === "string") return textTokens(content);
  return content.reduce((sum, part) => sum + (part.type === "file" ? pictureTokens : textTokens(JSON.stringify(part))), 0);
}

export const textTokens = (text: string): number => Math.ceil(text.length / charactersPerToken);
