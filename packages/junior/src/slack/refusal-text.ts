import { words } from "../base/words.ts";
import { answerText } from "../desk/answer-text.ts";
import type { Closed } from "../desk/close-item.ts";
import type { Fault } from "../desk/request.ts";
import type { ReviewItem } from "../desk/review-item.ts";
import { escapeText, escapeWithin } from "./escape-text.ts";
import { slackTime } from "./slack-time.ts";

export type Refused = Exclude<Closed, { outcome: "closed" }>;

/** What a clicker reads whose answer was not taken, in mrkdwn. `names` as on the card. */
export function refusalText(refused: Refused, names: ReadonlyMap<string, string>, timeZone: string | null): string {
  if (refused.outcome === "not-found") return words.gone;
  const { item } = refused;
  if (refused.outcome === "not-an-assignee")
    return words.stranger(item.assignees.map(({ userId, name }) => names.get(userId) ?? escapeText(`@${name}`)));
  if (refused.outcome === "newer-revision") return words.oldQuestion;
  if (refused.outcome === "invalid") return words.notValid(refused.faults.map((fault) => faultText(item, fault)).join("; "));
  const { closing } = item;
  if (!closing?.answer || closing.byUserId === null) return words.closedOtherwise;
  const who = names.get(closing.byUserId) ?? escapeText(`@${closing.byName ?? ""}`);
  const answer = escapeWithin(answerText(item.request, closing.answer), 1_000);
  return words.tooLate(who, answer, slackTime(closing.at, timeZone), words.surface(closing.surface ?? ""));
}

/** With the question's label in place of its path. */
function faultText({ request }: ReviewItem, fault: Fault): string {
  const question = request?.kind === "decision" ? request.questions.find(({ id }) => fault.path === `answers.${id}`) : undefined;
  return question ? `"${escapeWithin(question.label, 300)}" ${escapeText(fault.message)}` : escapeText(fault.message);
}
