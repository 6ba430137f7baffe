import { expect, test } from "vitest";
import { answerText, wakeUpText } from "./answer-text.ts";
import type { Request } from "./request.ts";

const options = [
  { id: "eu", label: "Europe" },
  { id: "us", label: "North America" },
  { id: "ap", label: "Asia Pacific" },
];
const request: Request = {
  kind: "decision",
  questions: [
    { id: "scope", label: "Scope", required: true, input: { kind: "single-choice", options } },
    { id: "where", label: "Where does it go?", required: true, input: { kind: "multiple-choice", options } },
  ],
};
const answer = { response: { answers: { where: ["ap", "eu"], scope: "us" } } };

test("choices stand in the order of the options, whatever the order of the clicks", () => {
  expect(answerText(request, answer)).toBe("Scope: North America · Where does it go? Europe, Asia Pacific");
});

test("the message that wakes the conversation names them in the same order", () => {
  expect(wakeUpText({ title: "Plan it", revision: 2, request }, answer)).toBe(
    'Answer to "Plan it" (version 2): \n- Scope → North America\n- Where does it go? → Europe, Asia Pacific',
  );
});

test("a choice that the question no longer offers is named by its id", () => {
  expect(answerText(request, { response: { answers: { where: ["gone", "us"] } } })).toBe("North America, gone");
});
