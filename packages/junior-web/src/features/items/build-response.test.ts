import { expect, test } from "vitest";
import type { Request } from "../../contract.ts";
import { emptyDraft } from "./answer-draft.ts";
import { buildResponse, choiceLimits } from "./build-response.ts";

const options = [
  { id: "eu", label: "Europe" },
  { id: "us", label: "North America" },
  { id: "ap", label: "Asia Pacific" },
];
const request: Request = {
  kind: "decision",
  questions: [
    { id: "scope", label: "Scope", required: true, input: { kind: "single-choice", options } },
    { id: "regions", label: "Regions", required: true, input: { kind: "multiple-choice", options, min: 2, max: 2 } },
    { id: "also", label: "Also", required: false, input: { kind: "multiple-choice", options, max: 1 } },
    { id: "name", label: "Name", required: false, input: { kind: "text" } },
    { id: "notes", label: "Notes", required: true, input: { kind: "text", multiline: true } },
  ],
};
const build = (answers: Record<string, string | string[]>) => buildResponse(request, { ...emptyDraft, answers });

test("a task is confirmed and nothing else", () => {
  expect(buildResponse({ kind: "task" }, { ...emptyDraft, answers: { scope: "eu" } })).toEqual({ response: { confirmed: true } });
});

test("what is left blank is left out", () => {
  const answers = { scope: "eu", regions: ["eu", "us"], notes: "Speed" };
  expect(build({ ...answers, name: "  ", also: [] })).toEqual({ response: { answers } });
});

test("every missing answer is named at once, blank text too", () => {
  expect(build({ notes: " \n" })).toEqual({
    errors: { scope: "Choose one.", regions: "Choose at least 2.", notes: "Write an answer." },
  });
});

test("limits hold for optional questions too", () => {
  const answers = { scope: "eu", notes: "x" };
  expect(build({ ...answers, regions: ["eu"], also: ["eu", "us"] })).toEqual({
    errors: { regions: "Choose at least 2.", also: "Choose at most 1." },
  });
  expect(build({ ...answers, regions: ["eu", "us", "ap"] })).toEqual({ errors: { regions: "Choose at most 2." } });
});

test("choices that the request no longer offers count as missing", () => {
  expect(build({ scope: "moon", regions: ["eu", "us"], notes: "x" })).toEqual({ errors: { scope: "Choose one." } });
});

test("limits in words", () => {
  expect(choiceLimits({ min: 2, max: 2 }, true)).toBe("Choose 2.");
  expect(choiceLimits({ min: 1, max: 3 }, false)).toBe("Choose 1 to 3.");
  expect(choiceLimits({ max: 3 }, false)).toBe("Choose up to 3.");
  expect(choiceLimits({ min: 2 }, false)).toBe("Choose 2 or more.");
  expect(choiceLimits({}, false)).toBe("Choose any number.");
});

test("a required question never invites to choose none", () => {
  expect(choiceLimits({}, true)).toBe("Choose one or more.");
  expect(choiceLimits({ max: 3 }, true)).toBe("Choose 1 to 3.");
  expect(choiceLimits({ max: 1 }, true)).toBe("Choose one.");
  expect(choiceLimits({ min: 0 }, true)).toBe("Choose one or more.");
});
