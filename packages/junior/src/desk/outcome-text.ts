import { words } from "../base/words.ts";
import { answerText } from "./answer-text.ts";
import type { Closing, ReviewItem } from "./review-item.ts";
import { timeText } from "../base/time-text.ts";

type Ended = Pick<ReviewItem, "request"> & { closing: Closing };

/** How an item ended, in one line with labels instead of ids: "✔ Blue, @ana 14:02 → merged". */
export function outcomeText(item: Ended, now: Date): string {
  const { closing } = item;
  const who = closerName(closing);
  const end = closing.answer
    ? words.answered(oneLine(answerText(item.request, closing.answer)), who, timeText(closing.at, now))
    : words.ended(closing.how, who);
  return closing.outcome === null ? end : `${end} ${words.outcome(oneLine(closing.outcome))}`;
}

/** What a person reads who comes too late. */
export function tooLateText(item: Ended, now: Date): string {
  const { closing } = item;
  if (!closing.answer) return words.closedOtherwise;
  const answer = oneLine(answerText(item.request, closing.answer));
  return words.tooLate(closerName(closing), answer, timeText(closing.at, now), words.surface(closing.surface ?? ""));
}

const closerName = (closing: Closing): string => (closing.byName === null ? "Junior" : `@${closing.byName}`);

const oneLine = (text: string): string => text.trim().replace(/\s+/g, " ");
