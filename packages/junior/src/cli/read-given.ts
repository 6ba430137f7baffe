import type { Item } from "junior-web/contract";
import { answerHints } from "./answer-hints.ts";
import { type Look, questionText } from "./item-text.ts";
import { oneLine } from "./plain-text.ts";
import { noProgress, readTyped } from "./typed-answer.ts";

export type AnswerOptions = { response?: string; text?: string; revision?: number; yes?: true; json?: true };
export type Given = { response: unknown } | { text: string };

/** What a command line gives for an answer to this ask; `plain` is what stands behind the id. */
export function readGiven(
  item: Item,
  plain: string,
  options: AnswerOptions,
  look: Look,
): { given: Given } | { badUsage: string } | { refusal: string } {
  if (options.text !== undefined) return { given: { text: options.text } };
  if (options.response !== undefined) {
    const read = readJson(options.response);
    return read ? { given: { response: read.json } } : { badUsage: `--response is not JSON.\n\n${answerHints(item)}` };
  }
  return item.request ? readPlain(item, item.request, plain, options.yes ?? false, look) : { given: { response: null } };
}

function readPlain(
  item: Item,
  request: NonNullable<Item["request"]>,
  plain: string,
  sure: boolean,
  look: Look,
): { given: Given } | { badUsage: string } | { refusal: string } {
  const questions = request.kind === "decision" ? request.questions : [];
  if (questions.length > 1 && !plain.startsWith("="))
    return { badUsage: `This asks ${questions.length} questions: answer them together with --response.\n\n${answerHints(item)}` };
  const typed = readTyped(request, noProgress, plain);
  switch (typed.kind) {
    case "answer":
      return { given: typed.given };
    case "say":
      return { refusal: "A message with > in front is for chat. Nothing was recorded." };
    case "again": {
      const options = questions.map((question) => `\n\n${questionText(question, true, look)}`).join("");
      return { refusal: `Not recorded: ${oneLine(plain)} is no answer to this. ${typed.why}${options}\n\n${answerHints(item)}` };
    }
    case "next": {
      const { toConfirm } = typed.progress;
      if (!toConfirm) throw new Error("a single question is answered or asked about once more");
      if (!sure)
        return { refusal: `“${oneLine(toConfirm.labels.join(", "))}” for sure? Nothing was recorded: add --yes to give this answer.` };
      const confirmed = readTyped(request, typed.progress, "yes");
      if (confirmed.kind !== "answer") throw new Error("yes takes what was asked about");
      return { given: confirmed.given };
    }
  }
}

function readJson(text: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return null;
  }
}
