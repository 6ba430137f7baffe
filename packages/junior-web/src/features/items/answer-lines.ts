import type { Item, Question } from "../../contract.ts";

export type AnswerLine = { question: string | null; text: string };

/** The recorded answer with labels instead of ids, in the order of the options; the question is named only where there are several. */
export function answerLines({ answer, request }: Pick<Item, "answer" | "request">): AnswerLine[] {
  if (answer === null) return [];
  if ("text" in answer) return [{ question: null, text: answer.text }];
  if ("confirmed" in answer.response) return [{ question: null, text: "Done" }];
  const { answers } = answer.response;
  const questions = request?.kind === "decision" ? request.questions : [];
  return questions
    .filter(({ id }) => answers[id] !== undefined)
    .map((question) => ({
      question: questions.length > 1 ? question.label : null,
      text: withLabels(question, answers[question.id] ?? ""),
    }));
}

function withLabels({ input }: Question, answer: string | string[]): string {
  if (input.kind === "text") return [answer].flat().join(", ");
  const given = [answer].flat();
  const unknown = given.filter((id) => !input.options.some((option) => option.id === id));
  return [...input.options.filter(({ id }) => given.includes(id)).map(({ label }) => label), ...unknown].join(", ");
}
