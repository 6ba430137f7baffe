import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { newId } from "../base/ids.ts";
import { recordChange } from "../db/changes.ts";
import type { Transaction } from "../db/database.ts";
import { findConversation, locationOf } from "../conversations/conversation-store.ts";
import { addDelivery, redrawCards } from "../conversations/delivery-store.ts";
import { findCurrentUserIds } from "../people/merge-store.ts";
import type { Queue } from "../queue/queue.ts";
import { findOpenByKey, insertItem, lockKey, reviseItem } from "./item-store.ts";
import type { Request } from "./request.ts";

export type NewItem = {
  conversationId: string;
  rootConversationId: string;
  turnId: string | null;
  turnTreeId: string | null;
  actorIdentityId: string | null;
  askedByUserId: string | null;
  kind: "action" | "notice";
  title: string;
  ask: string;
  body: string | null;
  link: string | null;
  request: Request | null;
  assignees: NamedAssignee[];
  /** Nobody was named: these are the default of a new ask, and a repeat keeps those it has. */
  assigneesByDefault: boolean;
  /** Left out: derived from kind, title, request and assignees. */
  dedupeKey: string | null;
};

export type NamedAssignee = { userId: string; because: string };

/** `other-kind`: the key belongs to an open item of the other kind, and nothing was changed. */
export type Added = { id: string; revision: number; how: "new" | "updated" | "unchanged" | "other-kind"; assignees: NamedAssignee[] };

/**
 * Puts an ask on the desk, with a card where its Conversation is delivered. A repeat of an open key that changes
 * something is a new revision of the same item, which stays the asker's: the Turn that asked first is the one that
 * its answer wakes. One that changes nothing moves nothing.
 * The caller has locked the Conversation row (lock order: Conversation, key, item).
 */
export async function addItem(transaction: Transaction, queue: Queue, given: NewItem): Promise<Added> {
  const item = await withPeopleOfToday(transaction, given);
  const key = `conversation:${item.rootConversationId}:${item.dedupeKey ?? derivedKey(item)}`;
  await lockKey(transaction, key);
  const open = await findOpenByKey(transaction, key);
  if (open) {
    const before = { id: open.id, revision: open.revision, assignees: open.assignees };
    if (open.kind !== item.kind) return { ...before, how: "other-kind" };
    const repeat = item.assigneesByDefault ? { ...item, assignees: open.assignees } : item;
    if (!differs(open, repeat)) return { ...before, how: "unchanged" };
    const revision = open.revision + 1;
    await reviseItem(transaction, open.id, revision, repeat);
    await redrawCards(transaction, queue, open.id);
    await recordChange(transaction, "item", open.id, open.conversationId);
    return { id: open.id, revision, how: "updated", assignees: repeat.assignees };
  }

  const conversation = await findConversation(transaction, item.conversationId);
  if (!conversation) throw new Error("an item needs its Conversation");
  const id = newId();
  await insertItem(transaction, { ...item, id, key, visibility: conversation.visibility });
  const place = locationOf(conversation);
  if (place) await addDelivery(transaction, { kind: "card", itemId: id, conversationId: item.conversationId, place });
  await recordChange(transaction, "item", id, item.conversationId);
  return { id, revision: 1, how: "new", assignees: item.assignees };
}

/** A Turn may have begun before one of them was merged into another. */
async function withPeopleOfToday(transaction: Transaction, item: NewItem): Promise<NewItem> {
  const named = [...item.assignees.map((assignee) => assignee.userId), ...(item.askedByUserId === null ? [] : [item.askedByUserId])];
  const today = await findCurrentUserIds(transaction, named);
  const now = (userId: string) => today.get(userId) ?? userId;
  const assignees = new Map<string, NamedAssignee>();
  for (const assignee of item.assignees) {
    const userId = now(assignee.userId);
    if (!assignees.has(userId)) assignees.set(userId, { ...assignee, userId });
  }
  return { ...item, assignees: [...assignees.values()], askedByUserId: item.askedByUserId === null ? null : now(item.askedByUserId) };
}

function derivedKey(item: NewItem): string {
  const subject = JSON.stringify([item.kind, item.title, item.request, item.assignees.map((assignee) => assignee.userId).sort()]);
  return `derived:${createHash("sha256").update(subject).digest("hex").slice(0, 32)}`;
}

type Shown = Pick<NewItem, "title" | "ask" | "body" | "link" | "request"> & { assignees: { userId: string }[] };

/** Compared by value: the database keeps a request's keys in an order of its own. */
function differs(one: Shown, other: Shown): boolean {
  const shown = ({ title, ask, body, link, request, assignees }: Shown) => ({
    title,
    ask,
    body,
    link,
    request,
    assignees: assignees.map((assignee) => assignee.userId).sort(),
  });
  return !isDeepStrictEqual(shown(one), shown(other));
}
