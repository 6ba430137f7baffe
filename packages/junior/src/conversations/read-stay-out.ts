import type { Transaction } from "../db/database.ts";
import { findConversation, locationOf, type Location } from "./conversation-store.ts";
import { takesPart } from "./mute-store.ts";
import type { NewMessage } from "./receive-message.ts";
import { isStayOut } from "./stay-out.ts";

/**
 * Where a thread is, if this message asks Junior to stay out of it; else null. Said with a mention it counts from
 * anybody, without one only from those who take part. What is not delivered anywhere has no thread to stay out of.
 */
export async function readStayOut(transaction: Transaction, conversationId: string, message: NewMessage): Promise<Location | null> {
  const { author } = message;
  if (author.kind !== "person" || !asksToStayOut(message)) return null;
  if (message.state === "undecided" && !(await takesPart(transaction, conversationId, author.userId))) return null;
  const conversation = await findConversation(transaction, conversationId);
  const place = conversation ? locationOf(conversation) : null;
  return place?.surface === message.source ? place : null;
}

export function asksToStayOut({ author, item, state, text }: NewMessage): boolean {
  return author.kind === "person" && !item && state !== "seen" && isStayOut(text);
}
