import { findConversation, locationOf, lockLeased } from "../conversations/conversation-store.ts";
import { addDelivery } from "../conversations/delivery-store.ts";
import { findHeldBack } from "../conversations/message-state-store.ts";
import type { Database, Transaction } from "../db/database.ts";
import type { Turn } from "./turn.ts";

const emoji = "eyes";

/** Eyes on each accepted message that must wait for this Turn of somebody else; once per message. The caller holds the row lock. */
export async function showHeldBack(transaction: Transaction, turn: Turn): Promise<void> {
  const held = await findHeldBack(transaction, turn, emoji);
  if (held.length === 0) return;
  const conversation = await findConversation(transaction, turn.conversationId);
  const place = conversation ? locationOf(conversation) : null;
  if (!place) return;
  for (const messageId of held) {
    await addDelivery(transaction, { kind: "reaction", messageId, emoji, conversationId: turn.conversationId, place });
  }
}

/** The same between two steps, which may be minutes apart. */
export async function showHeldBackNow(database: Database, turn: Turn): Promise<void> {
  if ((await findHeldBack(database, turn, emoji)).length === 0) return;
  await database.transaction().execute(async (transaction) => {
    await lockLeased(transaction, turn.conversationId, turn.epoch);
    await showHeldBack(transaction, turn);
  });
}
