import { expect, test } from "vitest";
import type { Question } from "../../contract.ts";
import { chosenWithConfirm, requestShape, triedOption } from "./request-shape.ts";

const choice: Question = {
  id: "q",
  label: "May it go?",
  required: true,
  input: {
    kind: "single-choice",
    options: [
      { id: "go", label: "Delete", confirm: true },
      { id: "keep", label: "Keep", recommended: true },
    ],
  },
};
const text: Question = { id: "t", label: "Why?", required: false, input: { kind: "text" } };

test("one question with one choice is answered by one press, the recommended option first", () => {
  const shape = requestShape({ kind: "decision", questions: [choice] });
  expect(shape.shape === "one-choice" && shape.options.map(({ id }) => id)).toEqual(["keep", "go"]);
});

test("anything more is a form", () => {
  expect(requestShape({ kind: "decision", questions: [choice, text] }).shape).toBe("form");
  expect(requestShape({ kind: "decision", questions: [text] }).shape).toBe("form");
  expect(requestShape({ kind: "task" }).shape).toBe("task");
});

test("only chosen options ask once more", () => {
  expect(chosenWithConfirm([choice, text], { q: "go", t: "go" }).map(({ id }) => id)).toEqual(["go"]);
  expect(chosenWithConfirm([choice, text], { q: "keep" })).toEqual([]);
});

test("the option that an answer takes", () => {
  expect(triedOption(choice, { revision: 1, response: { answers: { q: "go" } } })).toBe("go");
  expect(triedOption(choice, { revision: 1, response: { confirmed: true } })).toBeNull();
  expect(triedOption(choice, { revision: 1, text: "go" })).toBeNull();
  expect(triedOption(choice, null)).toBeNull();
});
