import { storable } from "../base/storable.ts";
import { recordChange } from "../db/changes.ts";
import type { Transaction } from "../db/database.ts";
import { type Changeable, findChangeable, writeDeletion, writeEdit } from "./change-store.ts";
import { lockConversation } from "./conversation-store.ts";
import { keepEarlyDeletion, keepEarlyEdit, lockMessageKey } from "./early-change-store.ts";

/** For a change that came before its message: whether that may still come and matter. Asked only where it is not there. */
export type MayStillCome = (transaction: Transaction) => Promise<boolean>;
const never: MayStillCome = async () => false;

/**
 * Its author changed a message where it was said. One that no Turn has taken gets the new text; of a taken one the
 * transcript keeps what the Turn was given, and that it was edited. Its state never changes, so that an edit adds no
 * mention; a message with `edited_at` is nobody's word for an approval.
 * @returns `unknown`: no such message yet, it was deleted, or its Conversation was purged; what is still to come is then
 * stored with the new text
 */
export async function editMessage(
  transaction: Transaction,
  externalKey: string,
  text: string,
  mayStillCome: MayStillCome = never,
): Promise<"edited" | "taken" | "unchanged" | "unknown"> {
  const message = await lockChangeable(transaction, externalKey);
  if (!message) {
    if (await mayStillCome(transaction)) await keepEarlyEdit(transaction, externalKey, text);
    return "unknown";
  }
  if (message.text === storable(text)) return "unchanged";
  const taken = isTaken(message);
  await writeEdit(transaction, message.id, taken ? null : text);
  await recordChange(transaction, "conversation", message.conversationId, message.conversationId);
  return taken ? "taken" : "edited";
}

/**
 * Its author deleted a message where it was said: from now on neither models nor people read it here. `taken`: a Turn
 * has it, which `stopTurnOfMessage` ends. `unknown`: as with an edit; what is still to come is then never stored.
 */
export async function deleteMessage(
  transaction: Transaction,
  externalKey: string,
  mayStillCome: MayStillCome = never,
): Promise<{ outcome: "dropped" } | { outcome: "taken"; messageId: string } | { outcome: "unknown" }> {
  const message = await lockChangeable(transaction, externalKey);
  if (!message) {
    if (await mayStillCome(transaction)) await keepEarlyDeletion(transaction, externalKey);
    return { outcome: "unknown" };
  }
  const taken = isTaken(message);
  await writeDeletion(transaction, message.id, taken ? message.state : "seen");
  await recordChange(transaction, "conversation", message.conversationId, message.conversationId);
  return taken ? { outcome: "taken", messageId: message.id } : { outcome: "dropped" };
}

const isTaken = ({ state }: Changeable): boolean => state === "taken" || state === "done";

/** The message's key and the Conversation's row are locked first; a Turn may have taken the message by then. */
async function lockChangeable(transaction: Transaction, externalKey: string): Promise<Changeable | null> {
  await lockMessageKey(transaction, externalKey);
  const found = await findChangeable(transaction, externalKey);
  if (!found || !(await lockConversation(transaction, found.conversationId))) return null;
  return findChangeable(transaction, externalKey);
}
