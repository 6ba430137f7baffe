import { expect, test } from "vitest";
import type { Request } from "../../contract.ts";
import { emptyDraft, fittingAnswers, readDraft, typedText } from "./answer-draft.ts";

const options = [
  { id: "eu", label: "Europe" },
  { id: "us", label: "North America" },
];
const request: Request = {
  kind: "decision",
  questions: [
    { id: "scope", label: "Scope", required: true, input: { kind: "single-choice", options } },
    { id: "regions", label: "Regions", required: true, input: { kind: "multiple-choice", options } },
    { id: "notes", label: "Notes", required: true, input: { kind: "text" } },
  ],
};

test("answers survive a changed question where they still fit", () => {
  const answers = { scope: "moon", regions: ["us", "moon"], notes: "kept", gone: "dropped" };
  expect(fittingAnswers(request, answers)).toEqual({ regions: ["us"], notes: "kept" });
});

test("an answer of another kind does not fit", () => {
  expect(fittingAnswers(request, { scope: ["eu"], regions: "eu", notes: ["x"] })).toEqual({});
});

test("typed text is everything written by hand and nothing chosen", () => {
  const draft = { ...emptyDraft, ownWords: "Ask me in May", answers: { scope: "eu", notes: "Speed" } };
  expect(typedText(request, draft)).toBe("Ask me in May\n\nSpeed");
  expect(typedText({ kind: "task" }, emptyDraft)).toBe("");
});

test("what was stored by nobody is an empty draft", () => {
  expect(readDraft(undefined)).toEqual(emptyDraft);
  expect(readDraft("text")).toEqual(emptyDraft);
});
