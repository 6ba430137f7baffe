import { appendReply } from "../conversations/message-store.ts";
import type { Transaction } from "../db/database.ts";
import { hasPlainLineSince } from "./said-store.ts";
import type { Leading } from "../conversations/message-state-store.ts";

/**
 * One line of the core's own where no Turn starts. It is said once for what a person said last, and once for all that
 * machines say after it. The caller holds the row lock.
 */
export async function sayPlainly(transaction: Transaction, conversationId: string, leading: Leading, text: string): Promise<void> {
  if (await hasPlainLineSince(transaction, conversationId, leading.startedByMachine ? "person" : "anything")) return;
  await appendReply(transaction, { conversationId, turnId: null, turnTreeId: null, text, isDelivered: true });
}
