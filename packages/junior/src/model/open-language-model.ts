import type { generateText } from "ai";
import { boundedFetch } from "./bounded-fetch.ts";
import type { ModelChoice } from "./choose-model.ts";

export type OpenedLanguageModel = {
  languageModel: Extract<Parameters<typeof generateText>[0]["model"], { specificationVersion: "v4" }>;
  providerOptions: NonNullable<Parameters<typeof generateText>[0]["providerOptions"]>;
};

/** Loads the one provider that was chosen. Keys and addresses are always handed in, so the SDK reads no environment. */
export async function openLanguageModel(choice: ModelChoice & { rehearsal: false }): Promise<OpenedLanguageModel> {
  const { provider, model, apiKey, baseUrl: baseURL } = choice;
  if (provider === "anthropic") {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return {
      languageModel: createAnthropic({ apiKey, baseURL, fetch: boundedFetch })(model),
      // A Turn sends the same beginning again at every step: cached, it costs a tenth.
      providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } },
    };
  }
  if (provider === "openai") {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return {
      languageModel: createOpenAI({ apiKey, baseURL, fetch: boundedFetch })(model),
      // The transcript is ours to keep and to purge: nothing of it stays at the provider.
      providerOptions: { openai: { store: false } },
    };
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return { languageModel: createOpenAICompatible({ name: provider, apiKey, baseURL, fetch: boundedFetch })(model), providerOptions: {} };
}
