import type { Answer } from "./response.ts";
import type { Input, Request } from "./request.ts";

/** The answer in one line, with labels instead of ids: "Blue", "Scope: Preview · Regions: EU, US", "done". */
export function answerText(request: Request | null, answer: Answer): string {
  if ("text" in answer) return answer.text;
  if ("confirmed" in answer.response || request?.kind !== "decision") return "done";
  const lines = answerLines(request, answer);
  return lines.length === 1 && lines[0] ? lines[0].value : lines.map((line) => `${labelled(line.label)} ${line.value}`).join(" · ");
}

const labelled = (label: string): string => (/[?!:.…]$/.test(label) ? label : `${label}:`);

/** Each answered question with the labels chosen, questions and options in the order asked. */
function answerLines(request: Request | null, answer: Answer): { label: string; value: string }[] {
  if ("text" in answer || "confirmed" in answer.response || request?.kind !== "decision") return [];
  const { answers } = answer.response;
  return request.questions.flatMap((question) => {
    const given = answers[question.id];
    if (given === undefined) return [];
    return [{ label: question.label, value: withLabels(question.input, [given].flat()).join(", ") }];
  });
}

function withLabels(input: Input, given: string[]): string[] {
  if (input.kind === "text") return given;
  const unknown = given.filter((id) => !input.options.some((option) => option.id === id));
  return [...input.options.filter((option) => given.includes(option.id)).map((option) => option.label), ...unknown];
}

/** What wakes the Conversation, in words that code made: which question, which version of it, and what was chosen. */
export function wakeUpText(item: { title: string; revision: number; request: Request | null }, answer: Answer): string {
  const head = `Answer to "${item.title}" (version ${item.revision}): `;
  if ("text" in answer) return `${head}in own words → ${answer.text}`;
  const lines = answerLines(item.request, answer);
  if (lines.length === 0) return `${head}→ done`;
  if (lines.length === 1 && lines[0]) return `${head}${lines[0].label} → ${lines[0].value}`;
  return `${head}\n${lines.map((line) => `- ${line.label} → ${line.value}`).join("\n")}`;
}
