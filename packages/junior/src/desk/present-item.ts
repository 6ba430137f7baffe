import type { Item } from "junior-web/contract";
import { mayAnswer } from "../authority/may-answer.ts";
import { words } from "../base/words.ts";
import { answerText } from "./answer-text.ts";
import { type Closing, isOwed, type ReviewItem } from "./review-item.ts";

/**
 * An item as every client reads it, over HTTP and by `--json` alike.
 * @param askedByName the asker's name; null where no person stands behind the ask
 */
export function presentItem(item: ReviewItem, reader: { userId: string }, askedByName: string | null): Item {
  const { closing } = item;
  return {
    id: item.id,
    kind: item.kind,
    state: closing ? "closed" : "open",
    revision: item.revision,
    title: item.title,
    ask: item.ask,
    body: item.body,
    link: item.link,
    request: item.request,
    images: [],
    conversationId: item.conversationId,
    automationId: item.automationId,
    plugin: item.plugin,
    // Its owner is the Conversation, where the asker surely takes part.
    dedupeKey: item.askedByUserId === reader.userId ? item.dedupeKey : null,
    askedBy: { name: askedByName ?? item.plugin ?? "Junior" },
    assignees: item.assignees,
    visibility: item.visibility,
    neededBy: item.neededBy?.toISOString() ?? null,
    createdAt: item.createdAt.toISOString(),
    updatedAt: item.updatedAt.toISOString(),
    closedAt: closing?.at.toISOString() ?? null,
    closedHow: closing?.how ?? null,
    closedBy: closing?.byName && closing.surface ? { name: closing.byName, surface: closing.surface } : null,
    answer: closing?.answer ?? null,
    outcome: closing?.outcome ?? null,
    outcomeWeak: closing?.outcomeWeak ?? false,
    owed: isOwed(item),
    outcomeText: closing ? outcomeText(item, closing) : null,
    abilities: { answer: !closing && mayAnswer(reader.userId, { assigneeUserIds: item.assignees.map(({ userId }) => userId) }) },
  };
}

/** "✔ Blue, @ana on the web → Deployed." in one line. */
function outcomeText(item: ReviewItem, closing: Closing): string {
  const who = closing.byName ? `@${closing.byName}` : "Junior";
  const end = closing.answer
    ? words.answered(answerText(item.request, closing.answer), who, words.surface(closing.surface ?? item.plugin ?? "Junior"))
    : words.ended(closing.how, who);
  const then = closing.outcome ? ` ${words.outcome(closing.outcome)}` : isOwed(item) ? ` · ${words.onIt}` : "";
  return `${end}${then}`.replace(/\s+/g, " ");
}
