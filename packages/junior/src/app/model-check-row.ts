import type { Env } from "../base/env.ts";
import type { Check } from "../cli/program.ts";
import { checkModel, type ModelCheck } from "../model/check-model.ts";
import type { ModelChoice } from "../model/choose-model.ts";

type Real = ModelChoice & { rehearsal: false };

/** Asks the provider, and says what to mend. Neither the key nor more of the address than its host is told. */
export async function modelCheckRow(name: "Model" | "Fast model", choice: Real): Promise<Check> {
  const shown = `${choice.provider}/${choice.model}`;
  const fault = faultOf(name, choice, await checkModel(choice));
  return fault
    ? { name, ok: false, detail: `${shown}: ${fault.detail}`, mend: fault.mend }
    : { name, ok: true, detail: `${shown} answers`, mend: null };
}

function faultOf(name: string, { provider, model, baseUrl, apiKey }: Real, found: ModelCheck): { detail: string; mend: string } | null {
  const prefix = provider === "anthropic" ? "ANTHROPIC" : "OPENAI";
  const key = `${prefix}_API_KEY` satisfies keyof Env;
  const address = `${prefix}_BASE_URL` satisfies keyof Env;
  const setting = name === "Model" ? "JUNIOR_MODEL" : "JUNIOR_FAST_MODEL";
  const { host } = new URL(baseUrl);
  if (found === "fine") return null;
  if (found === "refused-key")
    return {
      detail: apiKey === undefined ? `${host} wants a key` : `${host} does not accept the key`,
      mend: `${apiKey === undefined ? "set" : "mend"} ${key} in .env, then start Junior again`,
    };
  if (found === "unknown-model")
    return { detail: `${host} has no model ${model}`, mend: `set ${setting} in .env to one that it has, and see that ${address} is right` };
  if (found === "unreachable")
    return { detail: `nothing answers at ${host}`, mend: `see that the network reaches it, and that ${address} is right` };
  if (found === "silent") return { detail: `${host} does not answer within 3 s`, mend: "try again in a minute" };
  return {
    detail: `${host} answers with status ${found.status}`,
    mend: found.status === 429 ? "wait, or look at the limits and the credit of the account" : "try again in a minute",
  };
}
