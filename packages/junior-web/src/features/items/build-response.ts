import type { Input, Question, Request, Response } from "../../contract.ts";
import { fittingAnswers } from "./answer-draft.ts";
import type { AnswerDraft } from "./answer-draft.ts";

export type FieldErrors = Record<string, string>;

/** The response to send, or what is wrong by question id. The server judges again: this only spares a round trip. */
export function buildResponse(request: Request, draft: AnswerDraft): { response: Response } | { errors: FieldErrors } {
  if (request.kind === "task") return { response: { confirmed: true } };
  const answers = filled(fittingAnswers(request, draft.answers));
  const errors: FieldErrors = {};
  for (const question of request.questions) {
    const fault = findFault(question, answers[question.id]);
    if (fault !== undefined) errors[question.id] = fault;
  }
  return Object.keys(errors).length > 0 ? { errors } : { response: { answers } };
}

/** Blank text and empty lists count as left out. */
function filled(answers: AnswerDraft["answers"]): AnswerDraft["answers"] {
  const isFilled = (answer: string | string[]) => (typeof answer === "string" ? answer.trim() !== "" : answer.length > 0);
  return Object.fromEntries(Object.entries(answers).filter(([, answer]) => isFilled(answer)));
}

function findFault({ input, required }: Question, answer: string | string[] | undefined): string | undefined {
  if (answer === undefined) return required ? missing(input) : undefined;
  if (input.kind !== "multiple-choice") return undefined;
  if (input.min !== undefined && answer.length < input.min) return `Choose at least ${input.min}.`;
  if (input.max !== undefined && answer.length > input.max) return `Choose at most ${input.max}.`;
  return undefined;
}

function missing(input: Input): string {
  if (input.kind === "text") return "Write an answer.";
  if (input.kind === "single-choice") return "Choose one.";
  return input.min !== undefined && input.min > 1 ? `Choose at least ${input.min}.` : "Choose at least one.";
}

/** "Choose 2", "Choose 1 to 3", … for a question with several choices. A required one wants at least one. */
export function choiceLimits(limits: { min?: number; max?: number }, required: boolean): string {
  const min = Math.max(limits.min ?? 0, required ? 1 : 0);
  const { max } = limits;
  if (max !== undefined && min >= max) return max === 1 ? "Choose one." : `Choose ${max}.`;
  if (max !== undefined) return min === 0 ? `Choose up to ${max}.` : `Choose ${min} to ${max}.`;
  if (min === 0) return "Choose any number.";
  return min === 1 ? "Choose one or more." : `Choose ${min} or more.`;
}
