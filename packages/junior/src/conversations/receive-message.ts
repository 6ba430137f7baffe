import { newId } from "../base/ids.ts";
import type { Transaction } from "../db/database.ts";
import type { MessageState, Source } from "../db/schema.ts";
import type { Queue } from "../queue/queue.ts";
import { type NewConversation, findOrCreateConversation, lockConversation } from "./conversation-store.ts";
import { appendMessage, findByExternalKey, raiseMessage } from "./message-store.ts";

export type MessageAuthor = { kind: "person"; userId: string; identityId: string; byToken?: boolean } | { kind: "child" | "event" };

export type NewMessage = {
  /** An existing Conversation, or what names one from outside: it is made on its first message. */
  conversation: { id: string } | NewConversation;
  /** The same key twice is the same message. At most 200 characters. */
  externalKey: string;
  source: Source;
  author: MessageAuthor;
  /** Whom a Turn that takes this message acts for; left out: its author. */
  actorIdentityId?: string | null;
  /** The Turn tree that it belongs to; left out: its Turn opens a new one. */
  turnTreeId?: string | null;
  /** The question that it answers. */
  item?: { id: string; revision: number } | null;
  text: string;
  /** `undecided`: the worker decides whether it is for Junior. `seen`: kept, not for Junior. */
  state: Extract<MessageState, "undecided" | "waiting" | "seen">;
};

export type Received = {
  conversationId: string;
  messageId: string;
  /** `known`: the key was there and nothing changed. `raised`: this copy says more, so that it now waits. */
  outcome: "stored" | "raised" | "known";
};

/**
 * One thing said becomes one row with the Conversation's next number, and a hint. Locks the Conversation row.
 * A known key does nothing, except that a copy which says more (the mention twin) raises it to `waiting`.
 * @returns null when the Conversation does not exist or has been purged
 */
export async function receiveMessage(transaction: Transaction, queue: Queue, message: NewMessage): Promise<Received | null> {
  const conversationId =
    "id" in message.conversation ? message.conversation.id : await findOrCreateConversation(transaction, message.conversation);
  if (!(await lockConversation(transaction, conversationId))) return null;

  const known = await findByExternalKey(transaction, message.externalKey);
  if (known) {
    if (message.state !== "waiting" || !(await raiseMessage(transaction, known.id))) {
      return { conversationId: known.conversationId, messageId: known.id, outcome: "known" };
    }
    await queue.hint(transaction, "turn", known.conversationId);
    return { conversationId: known.conversationId, messageId: known.id, outcome: "raised" };
  }

  const messageId = newId();
  await appendMessage(transaction, conversationId, messageId, message);
  if (message.state !== "seen") await queue.hint(transaction, "turn", conversationId);
  return { conversationId, messageId, outcome: "stored" };
}
