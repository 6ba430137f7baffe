import type { AnswerBody, Option, Question, Request, Response } from "../../contract.ts";

/** How a request is answered: by one press, or by a form that is filled and sent. */
export type RequestShape =
  | { shape: "task" }
  | { shape: "one-choice"; question: Question; options: Option[] }
  | { shape: "form"; questions: Question[] };

export function requestShape(request: Request): RequestShape {
  if (request.kind === "task") return { shape: "task" };
  const [first, ...others] = request.questions;
  if (first !== undefined && others.length === 0 && first.input.kind === "single-choice")
    return { shape: "one-choice", question: first, options: recommendedFirst(first.input.options) };
  return { shape: "form", questions: request.questions };
}

export function recommendedFirst(options: Option[]): Option[] {
  return [...options.filter((option) => option.recommended), ...options.filter((option) => !option.recommended)];
}

/** The chosen options that ask once more before they are taken. */
export function chosenWithConfirm(questions: Question[], answers: Record<string, string | string[]>): Option[] {
  return questions.flatMap(({ id, input }) =>
    input.kind === "text" ? [] : input.options.filter((option) => option.confirm && [answers[id]].flat().includes(option.id)),
  );
}

/** The id of the option that an answer takes, of a question with one choice. */
export function triedOption(question: Question, tried: AnswerBody | null): string | null {
  const response = tried !== null && "response" in tried ? (tried.response as Response) : null;
  const answer = response !== null && "answers" in response ? response.answers[question.id] : undefined;
  return typeof answer === "string" ? answer : null;
}
