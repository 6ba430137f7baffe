import { chooseModel } from "./choose-model.ts";
import { rehearsalModel } from "./rehearsal-model.ts";
import type { Env } from "../base/env.ts";
import type { Model } from "./model.ts";

/**
 * The model that the settings name; the rehearsal model where no provider's key is set.
 * The AI SDK is loaded only for a real model: it costs about 25 MB and 0.2 s.
 * @throws StartError when the settings name no model, or two, or one that cannot be reached
 */
export async function openModel(env: Env): Promise<Model> {
  const choice = chooseModel(env);
  if (choice.rehearsal) return rehearsalModel;
  const [{ openLanguageModel }, { providerModel }] = await Promise.all([import("./open-language-model.ts"), import("./provider-model.ts")]);
  return providerModel({ name: `${choice.provider}/${choice.model}`, ...(await openLanguageModel(choice)) });
}
