import { z } from "zod";
import { boundedFetch } from "./bounded-fetch.ts";
import type { ModelChoice, Provider } from "./choose-model.ts";

/** `status`: what the provider answered instead of yes or no. */
export type ModelCheck = "fine" | "refused-key" | "unknown-model" | "unreachable" | "silent" | { status: number };

type Real = ModelChoice & { rehearsal: false };

const longestLookMs = 3_000;

/**
 * Asks the provider whether the key and the model are good: by what it lists, which costs nothing, and where that does
 * not tell, by a call for as few tokens as it allows. Nothing of an answer is given on. Takes 3 s at most.
 */
export async function checkModel(choice: Real): Promise<ModelCheck> {
  const signal = AbortSignal.timeout(longestLookMs);
  try {
    const listed = await (choice.provider === "openai-compatible"
      ? look(choice, "models", signal)
      : look(choice, modelPath(choice), signal));
    if (listed !== "unknown-model") return listed;
    return await call(choice, signal);
  } catch (error) {
    if (signal.aborted) return "silent";
    // A key that holds what no header may hold ends before anything is sent.
    return error instanceof TypeError && error.cause === undefined ? "refused-key" : "unreachable";
  }
}

const modelPath = ({ model }: Real): string => `models/${encodeURIComponent(model)}`;

/** Servers that speak OpenAI's language list what they hold; the others say yes or no to one name. */
async function look(choice: Real, path: string, signal: AbortSignal): Promise<ModelCheck> {
  const response = await boundedFetch(addressOf(choice, path), { headers: headersOf(choice), signal });
  if (!response.ok || choice.provider !== "openai-compatible") {
    await response.body?.cancel();
    return response.ok ? "fine" : meaningOf(response.status);
  }
  const list = modelList.safeParse(await response.json().catch(() => null));
  return list.success && list.data.data.some(({ id }) => id === choice.model) ? "fine" : "unknown-model";
}

async function call(choice: Real, signal: AbortSignal): Promise<ModelCheck> {
  const { path, body } = smallestCalls[choice.provider];
  const response = await boundedFetch(addressOf(choice, path), {
    method: "POST",
    headers: { ...headersOf(choice), "content-type": "application/json" },
    body: JSON.stringify({ model: choice.model, ...body }),
    signal,
  });
  await response.body?.cancel();
  if (response.ok) return "fine";
  return response.status === 400 ? "unknown-model" : meaningOf(response.status);
}

const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });
const messages = [{ role: "user", content: "Say yes." }];
const smallestCalls: Record<Provider, { path: string; body: object }> = {
  anthropic: { path: "messages", body: { max_tokens: 1, messages } },
  // The smallest number that OpenAI takes.
  openai: { path: "responses", body: { max_output_tokens: 16, input: "Say yes.", store: false } },
  "openai-compatible": { path: "chat/completions", body: { max_tokens: 1, messages } },
};

const addressOf = ({ baseUrl }: Real, path: string): string => `${baseUrl.replace(/\/+$/, "")}/${path}`;

function headersOf({ provider, apiKey }: Real): Record<string, string> {
  if (apiKey === undefined) return {};
  return provider === "anthropic" ? { "x-api-key": apiKey, "anthropic-version": "2023-06-01" } : { authorization: `Bearer ${apiKey}` };
}

function meaningOf(status: number): ModelCheck {
  if (status === 401 || status === 403) return "refused-key";
  // Also where there is no such list.
  return status === 404 || status === 405 || status === 501 ? "unknown-model" : { status };
}
