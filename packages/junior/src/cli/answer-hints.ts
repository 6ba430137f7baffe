import type { Item, Question } from "junior-web/contract";
import { commandName } from "./command-name.ts";
import { shortId } from "./find-by-id.ts";
import { plainJson } from "./plain-text.ts";

/** The command lines that answer this very ask. Ids and names of options may hold anything, so they are quoted for a shell. */
export function answerHints(item: Item): string {
  const answer = `${commandName} desk answer ${shortId(item.id)}`;
  const plain = item.request && plainExample(item.request);
  const lines = [
    ...(plain ? [`${answer} ${plain}`] : []),
    ...(item.request ? [`${answer} --response ${quoted(plainJson(exampleResponse(item.request), 0))}`] : []),
    `${answer} --text "in your own words"`,
  ];
  return ["Answer it with:", ...lines.map((line) => `  ${line}`)].join("\n");
}

/** What stands behind the id; null where several questions need more than that. */
function plainExample(request: NonNullable<Item["request"]>): string | null {
  if (request.kind === "task") return "done";
  const [question, ...others] = request.questions;
  if (!question || others.length > 0) return null;
  const { input } = question;
  if (input.kind === "text") return '"your answer"';
  if (input.kind === "multiple-choice")
    return exampleOptions(question)
      .map((_, index) => index + 1)
      .join(",");
  const label = input.options[0]?.label ?? "";
  return /^[\p{L}\p{N}][\p{L}\p{N} .-]*$/u.test(label) ? (label.includes(" ") ? `"${label}"` : label) : "1";
}

function exampleResponse(request: NonNullable<Item["request"]>): unknown {
  if (request.kind === "task") return { confirmed: true };
  const required = request.questions.filter((question) => question.required);
  const shown = required.length > 0 ? required : request.questions;
  return { answers: Object.fromEntries(shown.map((question) => [question.id, exampleAnswer(question)])) };
}

function exampleAnswer(question: Question): string | string[] | undefined {
  const { input } = question;
  if (input.kind === "text") return "…";
  return input.kind === "single-choice" ? input.options[0]?.id : exampleOptions(question).map((option) => option.id);
}

/** As few as may be chosen. */
function exampleOptions({ input }: Question) {
  return input.kind === "multiple-choice" ? input.options.slice(0, Math.max(1, input.min ?? 1)) : [];
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
