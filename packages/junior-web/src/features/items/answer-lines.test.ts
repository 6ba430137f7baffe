import { expect, test } from "vitest";
import type { Request } from "../../contract.ts";
import { answerLines } from "./answer-lines.ts";

const options = [
  { id: "eu", label: "Europe" },
  { id: "us", label: "North America" },
];
const colour: Request = {
  kind: "decision",
  questions: [{ id: "q", label: "Where?", required: true, input: { kind: "single-choice", options } }],
};

test("labels stand for ids", () => {
  expect(answerLines({ request: colour, answer: { response: { answers: { q: "us" } } } })).toEqual([
    { question: null, text: "North America" },
  ]);
});

test("several questions are named, those left out are not; choices stand in the order of the options", () => {
  const request: Request = {
    kind: "decision",
    questions: [
      { id: "where", label: "Where?", required: true, input: { kind: "multiple-choice", options } },
      { id: "why", label: "Why?", required: false, input: { kind: "text" } },
      { id: "who", label: "Who?", required: false, input: { kind: "text" } },
    ],
  };
  expect(answerLines({ request, answer: { response: { answers: { who: "eve", where: ["us", "eu"] } } } })).toEqual([
    { question: "Where?", text: "Europe, North America" },
    { question: "Who?", text: "eve" },
  ]);
});

test("tasks, own words and no answer", () => {
  expect(answerLines({ request: { kind: "task" }, answer: { response: { confirmed: true } } })).toEqual([{ question: null, text: "Done" }]);
  expect(answerLines({ request: colour, answer: { text: "Neither" } })).toEqual([{ question: null, text: "Neither" }]);
  expect(answerLines({ request: colour, answer: null })).toEqual([]);
});
