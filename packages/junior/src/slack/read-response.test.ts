import fc from "fast-check";
import { expect, test } from "vitest";
import type { Request } from "../desk/request.ts";
import { parseResponse } from "../desk/response.ts";
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

const refused = (response: unknown) => {
  const read = parseResponse(request, response);
  return "faults" in read ? read.faults.map(({ path, message }) => `${path} ${message}`) : read;
};

test("a place that is no option's is refused, whatever the options are called", () => {
  expect(refused(readResponse(request, { itemId, revision: 2, control: { option: 7 } }, {}))).toEqual([
    "answers.one is not one of the options",
  ]);
});

test.each([null, "", " ", "0x1", "1e0", "-1", "99", "+1", "1.0", "length", 1, ["1"], {}, "__proto__"])(
  "a control whose chosen value is %j gives no option",
  (value) => {
    const values = { [block(0)]: { given: { selected_option: { value } } }, [block(1)]: { given: { selected_options: [{ value }] } } };
    expect(refused(readResponse(request, { itemId, revision: 2, control: "send" }, values))).toEqual([
      "answers.one is not one of the options",
      "answers.many is not one of the options",
    ]);
  },
);

test.each(["abc", 7, { length: 1 }, [null], ["0"], [[]]])("%j is no list of chosen options", (several) => {
  const values = { [block(0)]: { given: { selected_option: { value: "0" } } }, [block(1)]: { given: { selected_options: several } } };
  expect(refused(readResponse(request, { itemId, revision: 2, control: "send" }, values))).toEqual([
    "answers.many is not one of the options",
  ]);
});

test("each question takes what its own control gives, and nothing else", () => {
  const values = {
    [block(0)]: { given: { value: "us", selected_option: { value: "0" } } },
    [block(2)]: { given: { value: 7, selected_option: { value: "0" } } },
  };
  expect(refused(readResponse(request, { itemId, revision: 2, control: "send" }, values))).toEqual(["answers.say must be text"]);
});

test("any JSON that was entered is an answer or is refused", () => {
  const option = fc.oneof(
    fc.json().map((text): unknown => JSON.parse(text)),
    fc.record({ value: fc.jsonValue() }, { requiredKeys: [] }),
  );
  const entered = fc.record(
    { value: fc.jsonValue(), selected_option: option, selected_options: fc.oneof(option, fc.array(option)) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(entered, entered, entered, (one, many, say) => {
      const values = { [block(0)]: { given: one }, [block(1)]: { given: many }, [block(2)]: { given: say } };
      const read = parseResponse(request, readResponse(request, { itemId, revision: 2, control: "send" }, values));
      expect(read).toSatisfy((result: object) => "faults" in result || "response" in result);
    }),
  );
});
