import { mayAnswer } from "../authority/may-answer.ts";
import { lockConversation } from "../conversations/conversation-store.ts";
import { redrawCards } from "../conversations/delivery-store.ts";
import { receiveMessage } from "../conversations/receive-message.ts";
import { recordChange } from "../db/changes.ts";
import type { Database, Transaction } from "../db/database.ts";
import type { Source } from "../db/schema.ts";
import type { Person } from "../people/person.ts";
import type { Queue } from "../queue/queue.ts";
import { wakeUpText } from "./answer-text.ts";
import { findReadable } from "./item-reader-store.ts";
import { findItem, lockKey, markClosed } from "./item-store.ts";
import type { Fault } from "./request.ts";
import { type Answer, parseOwnWords, parseResponse } from "./response.ts";
import type { ReviewItem } from "./review-item.ts";

export type Closed =
  | { outcome: "closed"; item: ReviewItem }
  /** Not there, or not for this person to know. */
  | { outcome: "not-found" }
  | { outcome: "not-an-assignee"; item: ReviewItem }
  | { outcome: "already-closed"; item: ReviewItem }
  | { outcome: "newer-revision"; item: ReviewItem }
  | { outcome: "invalid"; item: ReviewItem; faults: Fault[] };

export type GivenAnswer = {
  itemId: string;
  /** The revision that the person saw. */
  revision: number;
  person: Person;
  surface: Extract<Source, "slack" | "web" | "cli" | "api">;
  given: { response: unknown } | { text: string };
};

/**
 * An assignee's answer closes the item, once. In one transaction: the outcome, the message that wakes the
 * Conversation with its hint, and the cards to be redrawn. A refusal changes nothing.
 */
export async function closeItem(database: Database, queue: Queue, answer: GivenAnswer): Promise<Closed> {
  const seen = await findReadable(database, answer.person, answer.itemId);
  if (!seen) return { outcome: "not-found" };
  const closed = await database.transaction().execute(async (transaction): Promise<Closed | "moved"> => {
    await lockConversation(transaction, seen.conversationId);
    await lockKey(transaction, seen.dedupeKey);
    const item = await findItem(transaction, answer.itemId);
    if (!item) return { outcome: "not-found" };
    if (item.conversationId !== seen.conversationId) return "moved";
    const checked = check(item, answer);
    return "answer" in checked ? close(transaction, queue, item, answer, checked.answer) : checked;
  });
  // Its Conversation changed before this one was locked: the locks were those of the wrong one.
  return closed === "moved" ? closeItem(database, queue, answer) : closed;
}

/** A stranger is refused first, and learns nothing of the answer. */
function check(item: ReviewItem, given: GivenAnswer): Closed | { answer: Answer } {
  if (!mayAnswer(given.person.userId, { assigneeUserIds: item.assignees.map((assignee) => assignee.userId) })) {
    return { outcome: "not-an-assignee", item };
  }
  if (item.closing) return { outcome: "already-closed", item };
  if (item.revision !== given.revision) return { outcome: "newer-revision", item };
  if ("text" in given.given) {
    const read = parseOwnWords(given.given.text);
    return "faults" in read ? { outcome: "invalid", item, ...read } : { answer: read };
  }
  if (!item.request) return { outcome: "invalid", item, faults: [{ path: "", message: "this is for you to know and takes no answer" }] };
  const read = parseResponse(item.request, given.given.response);
  return "faults" in read ? { outcome: "invalid", item, ...read } : { answer: read };
}

async function close(transaction: Transaction, queue: Queue, item: ReviewItem, given: GivenAnswer, answer: Answer): Promise<Closed> {
  const received = await receiveMessage(transaction, queue, {
    conversation: { id: item.conversationId },
    externalKey: `item:${item.id}:closed`,
    source: given.surface,
    author: { kind: "person", userId: given.person.userId, identityId: given.person.identityId },
    actorIdentityId: item.actorIdentityId,
    turnTreeId: item.turnTreeId,
    item: { id: item.id, revision: item.revision },
    text: wakeUpText(item, answer),
    state: "waiting",
  });
  if (!received) return { outcome: "not-found" };
  const closed = await markClosed(transaction, {
    id: item.id,
    revision: item.revision,
    how: "answered",
    identityId: given.person.identityId,
    surface: given.surface,
    answer,
    messageId: received.messageId,
  });
  if (!closed) throw new Error("an item changed under its lock");
  await redrawCards(transaction, queue, item.id);
  await recordChange(transaction, "item", item.id, item.conversationId);
  const now = await findItem(transaction, item.id);
  if (!now) throw new Error("an item vanished under its lock");
  return { outcome: "closed", item: now };
}
