import { z } from "zod";
import { boundFaults } from "../base/schema-faults.ts";
import { isStorable } from "../base/storable.ts";
import { type Fault, type Input, type Question, type Request, length, limits } from "./request.ts";

/** A task is confirmed; a decision has an answer for each question: an option's id, several, or text. */
export type Response = { confirmed: true } | { answers: Record<string, string | string[]> };

/** What an assignee gave: a choice, or own words, which never count as a choice or a confirmation. */
export type Answer = { response: Response } | { text: string };

const confirmed = z.strictObject({ confirmed: z.literal(true) });
const answered = z.strictObject({ answers: z.record(z.string(), z.unknown()) });

/** The response in its stored form, or its faults. `path` is written like `answers.scope`. */
export function parseResponse(request: Request, value: unknown): { response: Response } | { faults: Fault[] } {
  if (request.kind === "task") {
    return confirmed.safeParse(value).success
      ? { response: { confirmed: true } }
      : { faults: [{ path: "", message: 'a task is answered by {"confirmed": true} and nothing else' }] };
  }
  const parsed = answered.safeParse(value);
  if (!parsed.success) {
    return { faults: [{ path: "", message: 'a decision is answered by {"answers": {…}} and nothing else' }] };
  }
  const given = new Map(Object.entries(parsed.data.answers));
  const answers: Record<string, string | string[]> = {};
  const faults: Fault[] = [];
  for (const id of given.keys()) {
    if (!request.questions.some((question) => question.id === id)) faults.push({ path: `answers.${id}`, message: "is no question here" });
  }
  for (const question of request.questions) {
    const read = readAnswer(question, given.get(question.id));
    if ("fault" in read) faults.push({ path: `answers.${question.id}`, message: read.fault });
    else if (read.answer !== null) answers[question.id] = read.answer;
  }
  return faults.length > 0 ? { faults: boundFaults(faults) } : { response: { answers } };
}

export function parseOwnWords(text: string): { text: string } | { faults: Fault[] } {
  if (text.trim() === "") return { faults: [{ path: "text", message: "must not be blank" }] };
  if (length(text) > limits.text) return { faults: [{ path: "text", message: `must have at most ${limits.text} characters` }] };
  if (!isStorable(text)) return { faults: [{ path: "text", message: unstorable }] };
  return { text };
}

const unstorable = "holds characters that cannot be stored";

type Read = { answer: string | string[] | null } | { fault: string };

function readAnswer(question: Question, value: unknown): Read {
  if (isMissing(value)) return question.required ? { fault: "is required" } : { answer: null };
  const { input } = question;
  if (input.kind === "multiple-choice") return readChoices(input, value);
  if (typeof value !== "string") return { fault: "must be text" };
  if (input.kind === "single-choice") {
    return input.options.some((option) => option.id === value) ? { answer: value } : { fault: "is not one of the options" };
  }
  if (!isStorable(value)) return { fault: unstorable };
  return length(value) <= limits.text ? { answer: value } : { fault: `must have at most ${limits.text} characters` };
}

function readChoices(input: Extract<Input, { kind: "multiple-choice" }>, value: unknown): Read {
  if (!Array.isArray(value) || value.some((choice) => typeof choice !== "string")) return { fault: "must be a list of options" };
  const choices: string[] = value;
  if (choices.some((choice) => !input.options.some((option) => option.id === choice))) return { fault: "is not one of the options" };
  if (new Set(choices).size < choices.length) return { fault: "names an option twice" };
  if (input.min !== undefined && choices.length < input.min) return { fault: `needs ${input.min} choices or more` };
  if (input.max !== undefined && choices.length > input.max) return { fault: `takes ${input.max} choices at most` };
  return { answer: choices };
}

function isMissing(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return value.trim() === "";
  return Array.isArray(value) && value.length === 0;
}
