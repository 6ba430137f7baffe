import { describe, expect, test } from "vitest";
import { parseRequest, type Request } from "../desk/request.ts";
import { parseResponse } from "../desk/response.ts";
import { noProgress, readTyped, typedPrompt } from "./typed-answer.ts";

const stored = (value: unknown): Request => {
  const parsed = parseRequest(value);
  if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
  return parsed.request;
};
const decision = (...questions: unknown[]) => stored({ kind: "decision", questions });
const colour = decision({
  id: "colour",
  label: "Which?",
  input: { kind: "single-choice", options: ["Blue", "Green", { label: "Delete all", confirm: true }] },
});
const name = decision({ id: "name", label: "Name?", input: { kind: "text" } });
const regions = decision({
  id: "regions",
  label: "Where?",
  input: { kind: "multiple-choice", options: ["Europe", "Americas", "Asia"], min: 1, max: 2 },
});

/** Types lines until one of them answers; what the last one did. */
function type(request: Request, ...lines: string[]) {
  let progress = noProgress;
  let last = readTyped(request, progress, lines[0] as string);
  for (const line of lines.slice(1)) {
    if (last.kind === "next") progress = last.progress;
    last = readTyped(request, progress, line);
  }
  if (last.kind === "answer" && "response" in last.given && "faults" in parseResponse(request, last.given.response)) {
    throw new Error("the desk would refuse what was read");
  }
  return last;
}

describe("a task", () => {
  const task: Request = { kind: "task" };
  test("only done confirms it", () => {
    expect(type(task, " Done ")).toEqual({ kind: "answer", given: { response: { confirmed: true } } });
    for (const line of ["yes", "ok", "1", "done?", "not done"]) expect(type(task, line).kind).toBe("again");
  });
});

describe("a single choice", () => {
  test("is made by number or by its label", () => {
    expect(type(colour, "2")).toEqual({ kind: "answer", given: { response: { answers: { colour: "green" } } } });
    expect(type(colour, "blue")).toEqual({ kind: "answer", given: { response: { answers: { colour: "blue" } } } });
  });
  test("is never guessed", () => {
    for (const line of ["0", "4", "-1", "1.5", "blu", "Blue?", "why", ""]) expect(type(colour, line).kind).toBe("again");
  });
  test("that asks once more counts only after yes", () => {
    expect(type(colour, "3").kind).toBe("next");
    expect(type(colour, "3", "yes")).toEqual({ kind: "answer", given: { response: { answers: { colour: "delete-all" } } } });
    expect(type(colour, "3", "", "1")).toEqual({ kind: "answer", given: { response: { answers: { colour: "blue" } } } });
    expect(type(colour, "3", "3").kind).toBe("next");
  });
});

test("several choices are numbers or names with commas or spaces, within the bounds, in the order of the options", () => {
  expect(type(regions, "1, 3")).toEqual({ kind: "answer", given: { response: { answers: { regions: ["europe", "asia"] } } } });
  expect(type(regions, "2 2")).toEqual({ kind: "answer", given: { response: { answers: { regions: ["americas"] } } } });
  expect(type(regions, "asia, Europe")).toEqual({ kind: "answer", given: { response: { answers: { regions: ["europe", "asia"] } } } });
  for (const line of ["1,2,3", "1,9", "x", "", ","]) expect(type(regions, line).kind).toBe("again");
});

test("names with spaces go between commas", () => {
  const places = decision({ id: "at", label: "Where?", input: { kind: "multiple-choice", options: ["North Sea", "South Sea", "Lake"] } });
  expect(type(places, "south sea, north sea")).toMatchObject({ given: { response: { answers: { at: ["north-sea", "south-sea"] } } } });
  expect(type(places, "lake 1")).toMatchObject({ given: { response: { answers: { at: ["north-sea", "lake"] } } } });
});

test("text is taken as it is typed", () => {
  expect(type(name, "3")).toEqual({ kind: "answer", given: { response: { answers: { name: "3" } } } });
  expect(type(name, "  ").kind).toBe("again");
});

test("a form asks each question in turn, and what is optional may be left out", () => {
  const form = decision(
    { id: "day", label: "Day?", input: { kind: "single-choice", options: ["Tuesday", "Thursday"] } },
    { id: "notes", label: "Notes?", required: false, input: { kind: "text" } },
  );
  expect(type(form, "1", "")).toEqual({ kind: "answer", given: { response: { answers: { day: "tuesday" } } } });
  expect(type(form, "2", "mind the gap")).toEqual({
    kind: "answer",
    given: { response: { answers: { day: "thursday", notes: "mind the gap" } } },
  });
  expect(typedPrompt(form, { question: 1, answers: {}, toConfirm: null })).toContain("Enter to leave it out");
});

test("own words and a message to Junior are marked, on every kind of ask", () => {
  for (const request of [colour, name, regions, { kind: "task" } as const]) {
    expect(type(request, "= neither, take red")).toEqual({ kind: "answer", given: { text: "neither, take red" } });
    expect(type(request, "> why blue?")).toEqual({ kind: "say", text: "why blue?" });
    for (const line of ["=", "> "]) expect(type(request, line).kind).toBe("again");
  }
});
