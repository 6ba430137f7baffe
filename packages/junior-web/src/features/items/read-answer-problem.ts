import type { Item, Problem } from "../../contract.ts";
import { ApiProblem, NoConnection } from "../../shared/api/request-json.ts";
import { keptText, onlyTheyAnswer, words } from "../../shared/words.ts";
import type { FieldErrors } from "./build-response.ts";

/** What an answer that was not taken tells the person, and what the page must do about it. */
export type AnswerProblem = {
  text: string | null;
  fields: FieldErrors;
  /** The question as it is now. */
  current?: Item;
  /** What the page shows is old: ask again. */
  outdated: boolean;
  /** The same answer may be sent once more. */
  again: boolean;
  /** Whether it was recorded is not known: only reading the question can tell. */
  unknown: boolean;
};

/** `typed`: the answer that failed held text written by hand. */
export function readAnswerProblem(error: unknown, typed: boolean): AnswerProblem {
  if (error instanceof NoConnection) return unknownEnd(keptText(words.noReply, typed));
  if (!(error instanceof ApiProblem)) return told("Something went wrong on this page. Nothing was recorded.");
  const { problem } = error;
  if (problem.status === 409) return conflict(problem);
  if (problem.status === 422) return refused(problem);
  if (problem.status === 403) return { ...told(problem.detail ?? onlyTheyAnswer(problem.assignees ?? [])), outdated: true };
  if (problem.status === 404) return { ...told(words.gone), outdated: true };
  if (problem.status === 503) return unknownEnd(keptText(problem.detail ?? words.notSaved, typed));
  if (problem.status >= 500) return unknownEnd(keptText(words.broken, typed));
  return told(keptText(`${problem.detail ?? problem.title} Nothing was recorded; your text is kept.`, typed));
}

export function told(text: string): AnswerProblem {
  return { text, fields: {}, outdated: false, again: false, unknown: false };
}

export function faulty(fields: FieldErrors): AnswerProblem {
  return { ...told(""), text: null, fields };
}

/** Read again after an answer whose end was unknown, the question is still open. */
export function notRecorded(): AnswerProblem {
  return { ...told(words.notRecorded), again: true };
}

function unknownEnd(text: string): AnswerProblem {
  return { ...told(text), again: true, unknown: true };
}

function conflict({ item, outcome, detail, title }: Problem): AnswerProblem {
  if (item !== undefined && outcome === undefined) return { ...told(words.changed), current: item };
  return {
    ...told(detail ?? (outcome === undefined ? title : `Already answered: ${outcome} Nothing was changed.`)),
    current: item,
    outdated: true,
  };
}

/** Paths look like `answers.scope` or `answers.scope.1`; what belongs to no question is told below the form. */
function refused({ errors = [], detail, title }: Problem): AnswerProblem {
  const fields: FieldErrors = {};
  const others: string[] = [];
  for (const { path, message } of errors) {
    const question = /^(?:response\.)?answers\.([^.[]+)/.exec(path)?.[1];
    if (question === undefined) others.push(message);
    else fields[question] = [fields[question], message].filter(Boolean).join(" ");
  }
  const text = others.length > 0 ? others.join(" ") : errors.length > 0 ? null : (detail ?? title);
  return { ...faulty(fields), text };
}
