/** An amount of one day: US dollars, or tokens read and written together. */
export type Amount = { unit: "usd" | "tokens"; amount: number };

/** What a day may use: by everybody together, and by each person. */
export type Budget = { everybody: Amount | null; eachPerson: Amount | null };

export type Used = { tokens: number; usd: number };

/** US dollars for a million tokens. */
export type Price = { input: number; output: number };

const amountForm = /^(?:\$?(?<usd>\d{1,9}(?:\.\d{1,6})?)|(?<tokens>\d{1,15}) tokens)$/;
const priceForm = /^(?<input>\d{1,6}(?:\.\d{1,6})?)\/(?<output>\d{1,6}(?:\.\d{1,6})?)$/;

/**
 * Reads `20`, `2000000 tokens`, `20, 5 per person` or `5 per person`; null when it is none of these.
 * Zero is a budget: no work begins.
 */
export function parseBudget(text: string): Budget | null {
  const budget: Budget = { everybody: null, eachPerson: null };
  for (const part of text.split(",").map((given) => given.trim())) {
    const [amountText = "", rest] = part.split(/ per person$/);
    const amount = parseAmount(amountText);
    const place = rest === undefined ? "everybody" : "eachPerson";
    if (!amount || budget[place]) return null;
    budget[place] = amount;
  }
  return budget;
}

/** Reads `3/15`: dollars for a million tokens read, and for a million written. Null when it is not that. */
export function parsePrice(text: string): Price | null {
  const groups = priceForm.exec(text)?.groups;
  return groups ? { input: Number(groups["input"]), output: Number(groups["output"]) } : null;
}

/** US dollars of one model call; null where nobody told the model's price. */
export function costOf(usage: { inputTokens: number; outputTokens: number }, price: Price | null): number | null {
  return price && (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1_000_000;
}

export const needsPrice = (budget: Budget): boolean => budget.everybody?.unit === "usd" || budget.eachPerson?.unit === "usd";

/** Which part of the budget is used up: the one of the person, that of everybody, or none. */
export function usedUp(budget: Budget, used: { everybody: Used; person: Used | null }): "everybody" | "person" | null {
  if (budget.everybody && reaches(used.everybody, budget.everybody)) return "everybody";
  return budget.eachPerson && used.person && reaches(used.person, budget.eachPerson) ? "person" : null;
}

const reaches = (used: Used, most: Amount): boolean => used[most.unit] >= most.amount;

function parseAmount(text: string): Amount | null {
  const groups = amountForm.exec(text)?.groups;
  if (groups?.["usd"]) return { unit: "usd", amount: Number(groups["usd"]) };
  return groups?.["tokens"] ? { unit: "tokens", amount: Number(groups["tokens"]) } : null;
}
