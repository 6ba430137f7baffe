import type { Option, Question, Request } from "../desk/request.ts";

/** How far the answering of one ask has come. */
export type AnswerProgress = {
  /** The place of the question that is asked now. */
  question: number;
  answers: Record<string, string | string[]>;
  /** Chosen, and asked about once more before it counts. */
  toConfirm: { value: string | string[]; labels: string[] } | null;
};

export type Typed =
  | { kind: "answer"; given: { response: unknown } | { text: string } }
  | { kind: "next"; progress: AnswerProgress }
  /** Something to Junior that answers nothing. */
  | { kind: "say"; text: string }
  | { kind: "again"; why: string };

export const noProgress: AnswerProgress = { question: 0, answers: {}, toConfirm: null };

/** What one typed line means to an open ask. Nothing is taken for an answer that was not plainly meant as one. */
export function readTyped(request: Request, progress: AnswerProgress, typed: string): Typed {
  const line = typed.trim();
  if (line.startsWith(">")) return worded(line, (text) => ({ kind: "say", text }));
  if (line.startsWith("=")) return worded(line, (text) => ({ kind: "answer", given: { text } }));
  if (request.kind === "task") {
    if (line.toLowerCase() === "done") return { kind: "answer", given: { response: { confirmed: true } } };
    return { kind: "again", why: "Type done when it is done, or = and your own words." };
  }
  const question = questionAt(request, progress);
  if (progress.toConfirm) {
    if (line.toLowerCase() !== "yes") return { kind: "next", progress: { ...progress, toConfirm: null } };
    return take(request, progress, question, progress.toConfirm.value);
  }
  if (line === "") {
    return question.required ? { kind: "again", why: "This one needs an answer." } : take(request, progress, question, null);
  }
  if (question.input.kind === "text") return take(request, progress, question, line);
  const chosen = question.input.kind === "single-choice" ? chooseOne(question.input.options, line) : chooseSome(question.input, line);
  if ("why" in chosen) return { kind: "again", ...chosen };
  const risky = chosen.options.filter((option) => option.confirm).map((option) => option.label);
  const value = question.input.kind === "single-choice" ? (chosen.options[0] as Option).id : chosen.options.map((option) => option.id);
  if (risky.length > 0) return { kind: "next", progress: { ...progress, toConfirm: { value, labels: risky } } };
  return take(request, progress, question, value);
}

/** What may be typed now, to stand before the cursor. */
export function typedPrompt(request: Request, progress: AnswerProgress): string {
  if (request.kind === "task") return "done · =own words · >message";
  if (progress.toConfirm) return `“${progress.toConfirm.labels.join(", ")}” for sure? yes · Enter to choose again`;
  const { input, required } = questionAt(request, progress);
  const ways = [inputPrompt(input), ...(required ? [] : ["Enter to leave it out"]), "=own words", ">message"];
  return ways.join(" · ");
}

export function questionAt(request: Extract<Request, { kind: "decision" }>, progress: AnswerProgress): Question {
  const question = request.questions[progress.question];
  if (!question) throw new Error("an ask has a question at every place");
  return question;
}

function inputPrompt(input: Question["input"]): string {
  if (input.kind === "text") return "your answer";
  if (input.kind === "single-choice") return `1–${input.options.length}`;
  const { min = 0, max = input.options.length } = input;
  const count = max < input.options.length ? `, at most ${max}` : min > 1 ? `, at least ${min}` : "";
  return `numbers like 1,2${count}`;
}

function take(
  request: Extract<Request, { kind: "decision" }>,
  progress: AnswerProgress,
  question: Question,
  value: string | string[] | null,
): Typed {
  const answers = value === null ? progress.answers : { ...progress.answers, [question.id]: value };
  const next = progress.question + 1;
  if (next === request.questions.length) return { kind: "answer", given: { response: { answers } } };
  return { kind: "next", progress: { question: next, answers, toConfirm: null } };
}

/** By its number, or by its label as it stands there. */
function chooseOne(options: Option[], line: string): { options: Option[] } | { why: string } {
  const option = find(options, line);
  return option ? { options: [option] } : { why: notAnOption(options) };
}

function chooseSome(input: Extract<Question["input"], { kind: "multiple-choice" }>, line: string): { options: Option[] } | { why: string } {
  const { options, min = 0, max = options.length } = input;
  const whole = find(options, line);
  const parts = whole ? [line] : line.split(",").flatMap((part) => named(options, part.trim()));
  const chosen = new Set(parts.map((part) => find(options, part)));
  if (chosen.has(undefined)) return { why: `Type numbers from 1 to ${options.length}, or names as they stand there, with commas between.` };
  const known = options.filter((option) => chosen.has(option));
  if (known.length < min) return { why: `Choose ${min} or more.` };
  if (known.length > max) return { why: `Choose ${max} at most.` };
  return { options: known };
}

/** Between commas stands one name with its spaces, or numbers and names without. */
const named = (options: Option[], part: string): string[] =>
  find(options, part) ? [part] : part.split(/\s+/).filter((word) => word !== "");

const notAnOption = (options: Option[]): string => `Type a number from 1 to ${options.length}, or a name as it stands there.`;

function find(options: Option[], typed: string): Option | undefined {
  const labelled = options.find((option) => option.label.toLowerCase() === typed.toLowerCase());
  return labelled ?? (/^\d{1,3}$/.test(typed) ? options[Number(typed) - 1] : undefined);
}

function worded(line: string, meaning: (text: string) => Typed): Typed {
  const text = line.slice(1).trim();
  return text === "" ? { kind: "again", why: `Type your words behind ${line[0]}` } : meaning(text);
}
