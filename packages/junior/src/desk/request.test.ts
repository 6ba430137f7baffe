import { expect, test } from "vitest";
import { parseRequest } from "./request.ts";

const single = (options: unknown[]) => ({
  kind: "decision",
  questions: [{ label: "Which colour?", input: { kind: "single-choice", options } }],
});
const faultsOf = (value: unknown) => {
  const parsed = parseRequest(value);
  return "faults" in parsed ? parsed.faults.map((fault) => `${fault.path}: ${fault.message}`) : [];
};

test("short forms are stored in full: ids from labels, required by default, the recommended option first", () => {
  expect(parseRequest(single(["Blue", { label: "Green", recommended: true, weight: 3 }]))).toEqual({
    request: {
      kind: "decision",
      questions: [
        {
          id: "which-colour",
          label: "Which colour?",
          required: true,
          input: {
            kind: "single-choice",
            options: [
              { id: "green", label: "Green", recommended: true },
              { id: "blue", label: "Blue" },
            ],
          },
        },
      ],
    },
  });
  expect(parseRequest({ kind: "task", due: "now" })).toEqual({ request: { kind: "task" } });
});

test("labels that make the same id get different ones, and signs alone get a number", () => {
  const parsed = parseRequest(single(["a b", "A-B", "✅"]));
  const ids = "request" in parsed && parsed.request.kind === "decision" && parsed.request.questions[0]?.input;
  expect(ids && "options" in ids && ids.options.map((option) => option.id)).toEqual(["a-b", "a-b-2", "3"]);
});

test.each([
  ["no questions", { kind: "decision", questions: [] }, ["questions: needs a question"]],
  ["a blank label", { kind: "decision", questions: [{ label: " ", input: { kind: "text" } }] }, ["questions.0.label: must not be blank"]],
  ["one option", single(["Blue"]), ["questions.0.input.options: needs two options or more"]],
  [
    "two ids alike",
    single([
      { id: "x", label: "A" },
      { id: "x", label: "B" },
    ]),
    ['questions.0.input.options: has two options with the id "x"'],
  ],
  [
    "two recommended",
    single([
      { label: "A", recommended: true },
      { label: "B", recommended: true },
    ]),
    ["questions.0.input.options: recommends more than one option"],
  ],
  ["a label of 76 code points", single(["Blue", "👍".repeat(76)]), ["questions.0.input.options.1: must have at most 75 characters"]],
  [
    "more choices than there are",
    { kind: "decision", questions: [{ label: "Which?", input: { kind: "multiple-choice", options: ["A", "B"], max: 3 } }] },
    ["questions.0.input: asks for a number of choices that cannot be made"],
  ],
  ["another kind", { kind: "poll" }, [expect.stringContaining("kind")]],
  ["nothing", null, [expect.any(String)]],
])("%s is refused", (_, value, faults) => {
  expect(faultsOf(value)).toEqual(faults);
});

test("all faults are told at once", () => {
  const faults = faultsOf({
    kind: "decision",
    questions: [
      { label: "", input: { kind: "text" } },
      { label: "Which?", input: { kind: "single-choice", options: ["A"] } },
    ],
  });
  expect(faults).toHaveLength(2);
});
