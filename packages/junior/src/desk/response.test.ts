import { expect, test } from "vitest";
import { parseOwnWords, parseResponse } from "./response.ts";
import type { Request } from "./request.ts";

const task: Request = { kind: "task" };
const form: Request = {
  kind: "decision",
  questions: [
    {
      id: "scope",
      label: "Scope",
      required: true,
      input: {
        kind: "single-choice",
        options: [
          { id: "a", label: "A" },
          { id: "b", label: "B" },
        ],
      },
    },
    {
      id: "regions",
      label: "Regions",
      required: true,
      input: {
        kind: "multiple-choice",
        options: [
          { id: "eu", label: "EU" },
          { id: "us", label: "US" },
          { id: "ap", label: "AP" },
        ],
        min: 1,
        max: 2,
      },
    },
    { id: "note", label: "Note", required: false, input: { kind: "text" } },
  ],
};

test("what fits is stored, and an optional question may be left out, blank or empty", () => {
  expect(parseResponse(task, { confirmed: true })).toEqual({ response: { confirmed: true } });
  for (const note of [undefined, "", "  ", null, []]) {
    expect(parseResponse(form, { answers: { scope: "a", regions: ["eu", "us"], note } })).toEqual({
      response: { answers: { scope: "a", regions: ["eu", "us"] } },
    });
  }
});

test.each([
  ["a task not confirmed", task, { confirmed: false }, [""]],
  ["a task with more", task, { confirmed: true, note: "x" }, [""]],
  ["a task answered like a decision", task, { answers: {} }, [""]],
  ["no object", form, "a", [""]],
  ["a field beside the answers", form, { answers: { scope: "a", regions: ["eu"] }, by: "ana" }, [""]],
  ["nothing given", form, { answers: {} }, ["answers.scope", "answers.regions"]],
  ["blank and empty are missing", form, { answers: { scope: " ", regions: [] } }, ["answers.scope", "answers.regions"]],
  ["an unknown question", form, { answers: { scope: "a", regions: ["eu"], zone: "x" } }, ["answers.zone"]],
  ["an unknown choice", form, { answers: { scope: "c", regions: ["mars"] } }, ["answers.scope", "answers.regions"]],
  ["a label in place of an id", form, { answers: { scope: "A", regions: ["eu"] } }, ["answers.scope"]],
  ["a choice twice", form, { answers: { scope: "a", regions: ["eu", "eu"] } }, ["answers.regions"]],
  ["too many choices", form, { answers: { scope: "a", regions: ["eu", "us", "ap"] } }, ["answers.regions"]],
  ["wrong types", form, { answers: { scope: ["a"], regions: "eu", note: 3 } }, ["answers.scope", "answers.regions", "answers.note"]],
  ["an inherited name", form, { answers: { scope: "a", regions: ["eu"], constructor: "x" } }, ["answers.constructor"]],
  ["over-long text", form, { answers: { scope: "a", regions: ["eu"], note: "x".repeat(8_001) } }, ["answers.note"]],
])("%s is refused with its paths", (_, request, value, paths) => {
  const parsed = parseResponse(request, value);
  expect("faults" in parsed && parsed.faults.map((fault) => fault.path)).toEqual(paths);
});

test("own words may be anything but blank or over-long", () => {
  expect(parseOwnWords("neither")).toEqual({ text: "neither" });
  expect(parseOwnWords(" \n")).toHaveProperty("faults");
  expect(parseOwnWords("👍".repeat(8_000))).toHaveProperty("text");
  expect(parseOwnWords("👍".repeat(8_001))).toHaveProperty("faults");
});
