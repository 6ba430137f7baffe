import type { Transaction } from "../db/database.ts";
import { claimFiles } from "../files/file-store.ts";
import { findConversation, locationOf } from "./conversation-store.ts";
import { addDelivery } from "./delivery-store.ts";
import { linkFiles } from "./message-file-store.ts";
import { appendReply } from "./message-store.ts";

/**
 * A file of Junior's, said at once: a message without text that carries it, and its delivery where the Conversation has
 * a Location. The caller has locked the Conversation under the Turn's lease.
 * @returns the message's id, or null when the file is gone, claimed already or not Junior's own: then nothing was changed
 */
export async function appendFileMessage(
  transaction: Transaction,
  given: { conversationId: string; turnId: string; turnTreeId: string; fileId: string },
): Promise<string | null> {
  const { fileId, ...reply } = given;
  if (!(await claimFiles(transaction, [fileId], null))) return null;
  const { messageId } = await appendReply(transaction, { ...reply, text: "", isDelivered: false });
  await linkFiles(transaction, messageId, [fileId]);
  const conversation = await findConversation(transaction, given.conversationId);
  const place = conversation ? locationOf(conversation) : null;
  if (place) await addDelivery(transaction, { kind: "file", fileId, conversationId: given.conversationId, place });
  return messageId;
}
