import { sql } from "kysely";
import { eraseCards } from "../conversations/purge-store.ts";
import { redrawCards } from "../conversations/delivery-store.ts";
import { recordChange } from "../db/changes.ts";
import type { Transaction } from "../db/database.ts";
import type { Queue } from "../queue/queue.ts";
import { lockKey } from "./item-store.ts";

/**
 * Removes what was asked in these Conversations: private items whole, with their answers and cards; public ones close
 * as `purged` where they were open, and keep what everybody could read. Runs before their messages are removed.
 */
export async function purgeItems(transaction: Transaction, queue: Queue, conversationIds: string[]): Promise<void> {
  const items = await transaction
    .selectFrom("junior_review_items")
    .select(["id", "visibility", "dedupe_key as key", "conversation_id as conversationId", "closed_at as closedAt"])
    .where("conversation_id", "in", conversationIds)
    .orderBy("dedupe_key")
    .execute();
  if (items.length === 0) return;
  const keys = [...new Set(items.filter((item) => item.closedAt === null).map((item) => item.key))];
  for (const key of keys.toSorted()) await lockKey(transaction, key);
  const ids = items.map((item) => item.id);
  await transaction.deleteFrom("junior_review_item_revisions").where("item_id", "in", ids).execute();
  await transaction.deleteFrom("junior_review_item_notes").where("item_id", "in", ids).execute();
  await transaction.updateTable("junior_review_items").set({ answer_message_id: null }).where("id", "in", ids).execute();

  const hidden = items.filter((item) => item.visibility === "private");
  if (hidden.length > 0)
    await removeItems(
      transaction,
      queue,
      hidden.map((item) => item.id),
    );
  const open = items.filter((item) => item.visibility === "public" && item.closedAt === null);
  for (const item of open) {
    await transaction
      .updateTable("junior_review_items")
      .set({ closed_at: sql<Date>`now()`, closed_how: "purged", updated_at: sql<Date>`now()` })
      .where("id", "=", item.id)
      .where("closed_at", "is", null)
      .execute();
    await redrawCards(transaction, queue, item.id);
  }
  for (const item of items) await recordChange(transaction, "item", item.id, item.conversationId);
}

async function removeItems(transaction: Transaction, queue: Queue, ids: string[]): Promise<void> {
  await eraseCards(transaction, queue, ids);
  await transaction.deleteFrom("junior_review_item_assignees").where("item_id", "in", ids).execute();
  await transaction.deleteFrom("junior_review_items").where("id", "in", ids).execute();
}
