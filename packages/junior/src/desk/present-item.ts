import type { Item } from "junior-web/contract";
import { mayAnswer } from "../authority/may-answer.ts";
import { isOwed, type ReviewItem } from "./review-item.ts";
import { outcomeText } from "./outcome-text.ts";

export type ItemViewer = {
  readerUserId: string;
  /** Who may read an item need not read its Conversation, the owner of its key. */
  readsConversation: boolean;
  askedByName: string | null;
  now: Date;
};

/** An item as one reader sees it. */
export function presentItem(item: ReviewItem, viewer: ItemViewer): Item {
  const { closing } = item;
  const assigned = mayAnswer(viewer.readerUserId, { assigneeUserIds: item.assignees.map((assignee) => assignee.userId) });
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
    dedupeKey: viewer.readsConversation ? item.dedupeKey : null,
    askedBy: { name: viewer.askedByName ?? "Junior" },
    assignees: item.assignees,
    visibility: item.visibility,
    neededBy: item.neededBy?.toISOString() ?? null,
    createdAt: item.createdAt.toISOString(),
    updatedAt: item.updatedAt.toISOString(),
    closedAt: closing?.at.toISOString() ?? null,
    closedHow: closing?.how ?? null,
    closedBy: closing ? { name: closing.byName ?? "Junior", surface: closing.surface ?? "junior" } : null,
    answer: closing?.answer ?? null,
    outcome: closing?.outcome ?? null,
    outcomeWeak: closing?.outcomeWeak ?? false,
    owed: isOwed(item),
    outcomeText: closing ? outcomeText({ request: item.request, closing }, viewer.now) : null,
    abilities: { answer: closing === null && assigned },
  };
}
