import type { Item, Question } from "junior-web/contract";
import { timeText } from "../base/time-text.ts";
import { words } from "../base/words.ts";
import { shortId } from "./find-by-id.ts";
import { cut, hanging, padded, prose, wrapped } from "./layout.ts";
import { oneLine, plainText } from "./plain-text.ts";
import type { Style } from "./screen.ts";

/** `running`: whether a Junior works now; left out where that makes no difference. */
export type Look = { width: number; paint(style: Style, text: string): string; now: Date; running?: boolean };

/** One line each, and for a closed one a second line with how it ended. */
export function itemRows(items: Item[], { width, paint, now, running }: Look): string {
  return items
    .map((item) => {
      const kind = { decision: "your call", task: "please do", notice: "to know" }[item.request?.kind ?? "notice"];
      const whom = cut(item.assignees.map(({ name }) => `@${oneLine(name)}`).join(" "), 14);
      const lead =
        [shortId(item.id), padded(timeText(new Date(item.createdAt), now).replace(" on ", " "), 13), padded(kind, 9), padded(whom, 6)].join(
          "  ",
        ) + "  ";
      const title = hanging(lead, oneLine(item.title), width);
      if (item.outcomeText === null) return title;
      return `${title}\n${paint("dim", hanging(" ".repeat(10), endText(item, running), width))}`;
    })
    .join("\n");
}

/** The whole ask: what is asked of whom and why, everything to choose from, and how it ended. */
export function itemPage(item: Item, readerUserId: string, look: Look): string {
  const parts = [askHead(item, readerUserId, look)];
  if (item.body) parts.push(prose(plainText(item.body).trim(), look.width));
  if (item.request?.kind === "decision") {
    const { questions } = item.request;
    parts.push(...questions.map((question) => questionText(question, questions.length === 1, look)));
  }
  if (item.outcomeText !== null) parts.push(look.paint("green", hanging("", endText(item, look.running), look.width)));
  return parts.join("\n\n");
}

/** How it ended, and what follows. */
export function endText({ outcomeText, owed }: Item, running = true): string {
  const end = outcomeText ?? words.closedOtherwise;
  return oneLine(owed ? `${end} · ${running ? words.onIt : words.onItLater}` : end);
}

/** Everything above the choices. */
export function askHead(item: Item, readerUserId: string, { width, paint, now }: Look): string {
  const kind = item.request?.kind ?? "notice";
  const head = words.head(
    kind,
    item.assignees.map(({ name }) => `@${oneLine(name)}`),
    oneLine(item.title),
  );
  const why = item.assignees.map(({ userId, name, because }) =>
    words.reason(oneLine(because), userId === readerUserId ? "you" : `@${oneLine(name)}`),
  );
  const facts = [
    words.askedFor(`@${oneLine(item.askedBy.name)}`, null),
    ...why,
    ...(item.assignees.length > 1 ? [words.firstCounts] : []),
    timeText(new Date(item.createdAt), now),
  ];
  const lines = [
    ...wrapped(head, width).map((line) => paint("bold", line)),
    ...wrapped(oneLine(item.ask), width),
    ...wrapped(facts.join(" · "), width).map((line) => paint("dim", line)),
    ...(item.link === null ? [] : [oneLine(item.link)]),
  ];
  return lines.join("\n");
}

/** A question with its numbered options. `alone`: it is the only one, so that it is required goes without saying. */
export function questionText(question: Question, alone: boolean, { width, paint }: Look): string {
  const mark = question.required ? (alone ? "" : " (required)") : " (optional)";
  const label = hanging("", oneLine(question.label) + mark, width);
  if (question.input.kind === "text") return label;
  const { options } = question.input;
  const digits = String(options.length).length;
  const lines = options.flatMap((option, index) => {
    const lead = `  ${String(index + 1).padStart(digits)}  `;
    const recommended = option.recommended ? ` (${words.controls.recommended.toLowerCase()})` : "";
    const named = hanging(lead, oneLine(option.label) + recommended, width);
    const described = option.description ? [paint("dim", hanging(" ".repeat(lead.length), oneLine(option.description), width))] : [];
    return [named, ...described];
  });
  const limits = question.input.kind === "multiple-choice" ? [paint("dim", choiceLimits(question.input, question.required))] : [];
  return [label, ...limits, ...lines].join("\n");
}

/** How many may be chosen of several. */
function choiceLimits({ min = 0, max }: { min?: number; max?: number }, required: boolean): string {
  const least = Math.max(min, required ? 1 : 0);
  if (least === max) return `Choose ${max}.`;
  if (max !== undefined) return least > 0 ? `Choose ${least} to ${max}.` : `Choose up to ${max}.`;
  return ["Choose any number.", "Choose one or more."][least] ?? `Choose ${least} or more.`;
}
