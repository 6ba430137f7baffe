import { StartError } from "../base/errors.ts";
import type { Env } from "../base/env.ts";

/** What a lone key of the provider picks. */
export const defaultModels = { anthropic: "claude-sonnet-5-5", openai: "gpt-6-astra" };

/** The exit code of every wrong setting. */
const wrongSettings = 2;

export type Provider = "anthropic" | "openai" | "openai-compatible";
export type ModelChoice =
  | { rehearsal: true }
  | { rehearsal: false; provider: Provider; model: string; apiKey: string | undefined; baseUrl: string };

/** @throws StartError when JUNIOR_FAST_MODEL cannot be reached; null where none is set */
export function chooseFastModel(env: Env): ModelChoice | null {
  return env.JUNIOR_FAST_MODEL ? readChoice(env, env.JUNIOR_FAST_MODEL, "JUNIOR_FAST_MODEL") : null;
}

/** @throws StartError when the settings name no model, or two, or one that cannot be reached */
export function chooseModel(env: Env): ModelChoice {
  if (env.JUNIOR_MODEL) return readChoice(env, env.JUNIOR_MODEL);
  if (env.ANTHROPIC_API_KEY && env.OPENAI_API_KEY) {
    throw new StartError(
      "ANTHROPIC_API_KEY and OPENAI_API_KEY are both set: say which one to use with JUNIOR_MODEL, " +
        `for example JUNIOR_MODEL=anthropic/${defaultModels.anthropic} or JUNIOR_MODEL=openai/${defaultModels.openai}.`,
      wrongSettings,
    );
  }
  if (env.ANTHROPIC_API_KEY) return readChoice(env, `anthropic/${defaultModels.anthropic}`);
  if (env.OPENAI_API_KEY) return readChoice(env, `openai/${defaultModels.openai}`);
  return { rehearsal: true };
}

function readChoice(env: Env, name: string, variable = "JUNIOR_MODEL"): ModelChoice {
  const missing = (needed: string) =>
    new StartError(`${variable} is ${name}, which needs ${needed}: set it, or leave ${variable} unset.`, wrongSettings);
  const slash = name.indexOf("/");
  const provider = name.slice(0, slash) as Provider;
  const model = name.slice(slash + 1);
  if (provider === "anthropic") {
    if (!env.ANTHROPIC_API_KEY) throw missing("ANTHROPIC_API_KEY");
    return { rehearsal: false, provider, model, apiKey: env.ANTHROPIC_API_KEY, baseUrl: anthropicUrl(env.ANTHROPIC_BASE_URL) };
  }
  if (provider === "openai") {
    if (!env.OPENAI_API_KEY) throw missing("OPENAI_API_KEY");
    const baseUrl = env.OPENAI_BASE_URL ?? "https://api.openai.com/v1";
    return { rehearsal: false, provider, model, apiKey: env.OPENAI_API_KEY, baseUrl };
  }
  if (!env.OPENAI_BASE_URL) throw missing("OPENAI_BASE_URL");
  return { rehearsal: false, provider, model, apiKey: env.OPENAI_API_KEY, baseUrl: env.OPENAI_BASE_URL };
}

/** Anthropic's own clients add `/v1` to ANTHROPIC_BASE_URL, the AI SDK wants it inside: both are understood. */
function anthropicUrl(given = "https://api.anthropic.com"): string {
  const url = given.replace(/\/+$/, "");
  return url.endsWith("/v1") ? url : `${url}/v1`;
}
