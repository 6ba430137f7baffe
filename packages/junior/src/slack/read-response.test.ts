import { expect, test } from "vitest";
import type { Request } from "../desk/request.ts";
import { answerActionId, readAnswerActionId } from "./action-id.ts";
import { readResponse } from "./read-response.ts";

const itemId = "0193a5a0-0000-7000-8000-000000000001";
const options = [
  { id: "eu", label: "EU" },
  { id: "us", label: "US" },
];
const request: Request = {
  kind: "decision",
  questions: [
    { id: "one", label: "One", required: true, input: { kind: "single-choice", options } },
    { id: "many", label: "Many", required: false, input: { kind: "multiple-choice", options } },
    { id: "say", label: "Say", required: false, input: { kind: "text" } },
  ],
};
const block = (index: number) => `question:${itemId}:2:${index}`;

test.each([{ option: 0 }, { option: 99 }, "done", "send"] as const)("%o survives its action id", (control) => {
  expect(readAnswerActionId(answerActionId({ itemId, revision: 2, control }))).toEqual({ itemId, revision: 2, control });
});

test.each(["answer", "answer:x:1:done", `answer:${itemId}:1:drop`, `answer:${itemId}:-1:done`, `answer:${itemId}:1:1000`])(
  "%s names no control",
  (actionId) => {
    expect(readAnswerActionId(actionId)).toBeNull();
  },
);

test("a button gives its option, Done confirms", () => {
  expect(readResponse(request, { itemId, revision: 2, control: { option: 1 } }, {})).toEqual({ answers: { one: "us" } });
  expect(readResponse({ kind: "task" }, { itemId, revision: 2, control: "done" }, {})).toEqual({ confirmed: true });
});

test("Send gives what the clicker entered, and leaves out what is empty", () => {
  const values = {
    [block(0)]: { given: { selected_option: { value: "0" } } },
    [block(1)]: { given: { selected_options: [{ value: "1" }, { value: "0" }] } },
    [block(2)]: { given: { value: null } },
  };
  expect(readResponse(request, { itemId, revision: 2, control: "send" }, values)).toEqual({ answers: { one: "eu", many: ["us", "eu"] } });
  expect(readResponse(request, { itemId, revision: 3, control: "send" }, values)).toEqual({ answers: {} });
});

test("a place that is no option's is passed on, to be refused", () => {
  expect(readResponse(request, { itemId, revision: 2, control: { option: 7 } }, {})).toEqual({ answers: { one: "option 7" } });
});
