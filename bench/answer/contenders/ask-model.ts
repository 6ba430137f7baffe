import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText } from "ai";

/** The model call of a bot that keeps nothing. */
export function openModelCall(baseURL: string): (text: string) => Promise<string> {
  const model = createOpenAICompatible({ name: "instant", baseURL, apiKey: "none" })("instant");
  return async (prompt) => (await generateText({ model, instructions: "You are a teammate. Answer shortly.", prompt, maxRetries: 0 })).text;
}
