import { expect, test } from "vitest";
import { costOf, parseBudget, parsePrice, usedUp } from "./budget.ts";

test.each([
  ["20", { everybody: { unit: "usd", amount: 20 }, eachPerson: null }],
  ["$2.50", { everybody: { unit: "usd", amount: 2.5 }, eachPerson: null }],
  ["2000000 tokens", { everybody: { unit: "tokens", amount: 2_000_000 }, eachPerson: null }],
  ["20, 5 per person", { everybody: { unit: "usd", amount: 20 }, eachPerson: { unit: "usd", amount: 5 } }],
  ["1000 tokens per person", { everybody: null, eachPerson: { unit: "tokens", amount: 1000 } }],
  ["0", { everybody: { unit: "usd", amount: 0 }, eachPerson: null }],
  ["", null],
  ["twenty", null],
  ["-5", null],
  ["5, 6", null],
  ["5 per day", null],
  ["5 EUR", null],
])("the budget %j", (text, expected) => {
  expect(parseBudget(text)).toEqual(expected);
});

test.each([
  ["3/15", { input: 3, output: 15 }],
  ["0.25/1.5", { input: 0.25, output: 1.5 }],
  ["3", null],
  ["3/", null],
  ["a/b", null],
])("the price %j", (text, expected) => {
  expect(parsePrice(text)).toEqual(expected);
});

test("a call costs what it read and wrote; without a price nobody knows", () => {
  expect(costOf({ inputTokens: 2_000_000, outputTokens: 100_000 }, { input: 3, output: 15 })).toBe(7.5);
  expect(costOf({ inputTokens: 1, outputTokens: 1 }, null)).toBe(null);
});

const nothing = { tokens: 0, usd: 0 };
test.each([
  ["nothing used", "20", nothing, nothing, null],
  ["just under", "20", { tokens: 9, usd: 19.99 }, nothing, null],
  ["reached", "20", { tokens: 9, usd: 20 }, nothing, "everybody"],
  ["tokens are another measure", "20 tokens", { tokens: 20, usd: 0 }, nothing, "everybody"],
  ["one person's share", "20, 5 per person", { tokens: 9, usd: 6 }, { tokens: 9, usd: 5 }, "person"],
  ["a machine has no share of a person's", "5 per person", { tokens: 9, usd: 60 }, null, null],
  ["no work at all", "0", nothing, nothing, "everybody"],
] as const)("%s", (_, budget, everybody, person, expected) => {
  expect(usedUp(parseBudget(budget)!, { everybody, person })).toBe(expected);
});
