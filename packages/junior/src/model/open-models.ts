import { StartError } from "../base/errors.ts";
import type { Env } from "../base/env.ts";
import { type Budget, needsPrice, parseBudget, parsePrice } from "./budget.ts";
import { chooseFastModel, chooseModel, type ModelChoice } from "./choose-model.ts";
import type { Model } from "./model.ts";
import { rehearsalModel } from "./rehearsal-model.ts";

export type Models = {
  model: Model;
  /** For small questions that a person waits on; null where none is set. */
  fast: Model | null;
  budget: Budget | null;
};

/**
 * The models that the settings name, and what a day may use; the rehearsal model where no provider's key is set.
 * @throws StartError when the settings name no model, or two, or one that cannot be reached, or a budget that cannot be measured
 */
export async function openModels(env: Env): Promise<Models> {
  const model = await open(env, chooseModel(env));
  const fast = chooseFastModel(env);
  const budget = readBudget(env);
  if (budget && needsPrice(budget) && !model.price && !model.rehearsal) {
    throw new StartError(
      `JUNIOR_DAILY_BUDGET is in money, and the price of ${model.name} is not known here: set JUNIOR_MODEL_PRICE to US dollars for a million ` +
        "tokens read and written, such as JUNIOR_MODEL_PRICE=3/15, or give the budget in tokens: JUNIOR_DAILY_BUDGET='2000000 tokens'.",
      2,
    );
  }
  return { model, fast: fast && (await open(env, fast)), budget };
}

function readBudget(env: Env): Budget | null {
  if (env.JUNIOR_DAILY_BUDGET === undefined) return null;
  const budget = parseBudget(env.JUNIOR_DAILY_BUDGET);
  if (budget) return budget;
  throw new StartError("JUNIOR_DAILY_BUDGET must look like 20 (US dollars), '2000000 tokens' or '20, 5 per person'.", 2);
}

/** The AI SDK is loaded only for a real model: it costs about 25 MB and 0.2 s. */
async function open(env: Env, choice: ModelChoice): Promise<Model> {
  if (choice.rehearsal) return rehearsalModel;
  const [{ openLanguageModel }, { providerModel }] = await Promise.all([import("./open-language-model.ts"), import("./provider-model.ts")]);
  const price = env.JUNIOR_MODEL_PRICE === undefined ? null : parsePrice(env.JUNIOR_MODEL_PRICE);
  return providerModel({ name: `${choice.provider}/${choice.model}`, price, ...(await openLanguageModel(choice)) });
}
