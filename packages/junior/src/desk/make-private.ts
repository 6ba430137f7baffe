import { lockConversations } from "../conversations/participant-store.ts";
import { findPublicConversations, type Where, writePrivate } from "../conversations/privacy-store.ts";
import type { Transaction } from "../db/database.ts";
import { writeItemsPrivate } from "./item-store.ts";

/**
 * What was public is read by those who take part from now on, and so is what was asked there: something is said where
 * not everybody may read. Nothing makes it public again.
 */
export async function makePrivate(transaction: Transaction, where: Where): Promise<void> {
  const ids = await findPublicConversations(transaction, where);
  if (ids.length === 0) return;
  await lockConversations(transaction, ids);
  await writePrivate(transaction, ids);
  await writeItemsPrivate(transaction, ids);
}
