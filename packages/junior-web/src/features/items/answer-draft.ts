import type { Request } from "../../contract.ts";

/** What a person has entered and not sent. Answers by question id: text, an option's id, or several. */
export type AnswerDraft = {
  answers: Record<string, string | string[]>;
  ownWords: string;
  inOwnWords: boolean;
};

export const emptyDraft: AnswerDraft = { answers: {}, ownWords: "", inOwnWords: false };

export function readDraft(stored: unknown): AnswerDraft {
  return typeof stored === "object" && stored !== null && "answers" in stored
    ? { ...emptyDraft, ...(stored as Partial<AnswerDraft>) }
    : emptyDraft;
}

/** The answers that still fit the request, which may have changed since they were entered. */
export function fittingAnswers(request: Request, answers: AnswerDraft["answers"]): AnswerDraft["answers"] {
  if (request.kind === "task") return {};
  const fitting: AnswerDraft["answers"] = {};
  for (const { id, input } of request.questions) {
    const answer = answers[id];
    if (answer === undefined) continue;
    if (input.kind === "text") {
      if (typeof answer === "string") fitting[id] = answer;
      continue;
    }
    const known = new Set(input.options.map((option) => option.id));
    if (input.kind === "single-choice" && typeof answer === "string" && known.has(answer)) fitting[id] = answer;
    if (input.kind === "multiple-choice" && Array.isArray(answer)) fitting[id] = answer.filter((id) => known.has(id));
  }
  return fitting;
}

/** Everything typed by hand, to give back when it can no longer be sent. */
export function typedText(request: Request | null, draft: AnswerDraft): string {
  const written =
    request?.kind === "decision" ? request.questions.map(({ id, input }) => (input.kind === "text" ? draft.answers[id] : undefined)) : [];
  return [draft.ownWords, ...written].filter((text) => typeof text === "string" && text.trim() !== "").join("\n\n");
}
