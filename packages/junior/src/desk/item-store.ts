import { sql } from "kysely";
import type { Connection, Transaction } from "../db/database.ts";
import type { ClosedHow, Source, Visibility } from "../db/schema.ts";
import type { NewItem } from "./add-item.ts";
import type { Answer } from "./response.ts";
import type { Request } from "./request.ts";
import type { Assignee, ReviewItem } from "./review-item.ts";

/** Put and close of one key run one after the other; taken after the Conversation's row. */
export async function lockKey(transaction: Transaction, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 1))`.execute(transaction);
}

export async function findItem(connection: Connection, id: string): Promise<ReviewItem | null> {
  return (await findItems(connection, [id]))[0] ?? null;
}

export async function findOpenByKey(connection: Connection, key: string): Promise<ReviewItem | null> {
  const row = await connection
    .selectFrom("junior_review_items")
    .select("id")
    .where("dedupe_key", "=", key)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return row ? findItem(connection, row.id) : null;
}

/** Items in the order of `ids`; unknown ids are left out. */
export async function findItems(connection: Connection, ids: string[]): Promise<ReviewItem[]> {
  if (ids.length === 0) return [];
  const rows = await connection
    .selectFrom("junior_review_items as item")
    .leftJoin("junior_identities as closer", "closer.id", "item.closed_by_identity_id")
    .leftJoin("junior_users as closer_user", "closer_user.id", "closer.user_id")
    .selectAll("item")
    .select(["closer_user.id as closer_user_id", "closer_user.name as closer_name"])
    .where("item.id", "in", ids)
    .execute();
  const assignees = await findAssignees(connection, ids);
  const items = new Map(rows.map((row) => [row.id, toItem(row, assignees.get(row.id) ?? [])]));
  return ids.flatMap((id) => items.get(id) ?? []);
}

export async function insertItem(
  transaction: Transaction,
  item: NewItem & { id: string; key: string; visibility: Visibility },
): Promise<void> {
  await transaction
    .insertInto("junior_review_items")
    .values({
      id: item.id,
      kind: item.kind,
      dedupe_key: item.key,
      ...shown(item),
      conversation_id: item.conversationId,
      turn_id: item.turnId,
      turn_tree_id: item.turnTreeId,
      actor_identity_id: item.actorIdentityId,
      asked_by_user_id: item.askedByUserId,
      visibility: item.visibility,
    })
    .execute();
  await writeRevision(transaction, item.id, 1, item);
}

/** A repeat that changes something; the assignees become those it names. */
export async function reviseItem(transaction: Transaction, id: string, revision: number, item: NewItem): Promise<void> {
  await transaction
    .updateTable("junior_review_items")
    .set({ ...shown(item), revision, updated_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
  await transaction.deleteFrom("junior_review_item_assignees").where("item_id", "=", id).execute();
  await writeRevision(transaction, id, revision, item);
}

/** @returns whether this call closed it: false when it was closed or revised meanwhile */
export async function markClosed(
  transaction: Transaction,
  closing: { id: string; revision: number; how: ClosedHow; identityId: string; surface: Source; answer: Answer; messageId: string },
): Promise<boolean> {
  const closed = await transaction
    .updateTable("junior_review_items")
    .set({
      closed_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
      closed_how: closing.how,
      closed_by_identity_id: closing.identityId,
      closed_on: closing.surface,
      answer: JSON.stringify(closing.answer),
      answer_message_id: closing.messageId,
    })
    .where("id", "=", closing.id)
    .where("revision", "=", closing.revision)
    .where("closed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return closed !== undefined;
}

/** Items whose answer this Turn took and which have no outcome line yet. */
export async function findOwedBy(transaction: Transaction, turnId: string): Promise<{ id: string; conversationId: string }[]> {
  return transaction
    .selectFrom("junior_review_items as item")
    .innerJoin("junior_messages as answer", "answer.id", "item.answer_message_id")
    .select(["item.id", "item.conversation_id as conversationId"])
    .where("answer.turn_id", "=", turnId)
    .where("item.outcome", "is", null)
    .orderBy("item.id")
    .execute();
}

export async function writeOutcome(transaction: Transaction, id: string, outcome: string, weak: boolean): Promise<void> {
  await transaction
    .updateTable("junior_review_items")
    .set({ outcome, outcome_weak: weak, updated_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
}

/** What was asked in Conversations that are private now, which are locked. */
export async function writeItemsPrivate(transaction: Transaction, conversationIds: readonly string[]): Promise<void> {
  await transaction
    .updateTable("junior_review_items")
    .set({ visibility: "private" })
    .where("conversation_id", "in", conversationIds)
    .execute();
}

/** Whether this Turn asked something, or revised an ask, that is still open. */
export async function hasAskedOpen(connection: Connection, turnId: string): Promise<boolean> {
  const row = await connection
    .selectFrom("junior_review_item_revisions as revision")
    .innerJoin("junior_review_items as item", "item.id", "revision.item_id")
    .select("item.id")
    .where("revision.turn_id", "=", turnId)
    .where("item.closed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function writeRevision(transaction: Transaction, id: string, revision: number, item: NewItem): Promise<void> {
  if (item.assignees.length > 0) {
    await transaction
      .insertInto("junior_review_item_assignees")
      .values(item.assignees.map((assignee) => ({ item_id: id, user_id: assignee.userId, because: assignee.because })))
      .execute();
  }
  await transaction
    .insertInto("junior_review_item_revisions")
    .values({
      item_id: id,
      revision,
      ...shown(item),
      assignee_user_ids: item.assignees.map((assignee) => assignee.userId),
      turn_id: item.turnId,
    })
    .execute();
}

const shown = (item: NewItem) => ({
  title: item.title,
  ask: item.ask,
  body: item.body,
  link: item.link,
  request: item.request ? JSON.stringify(item.request) : null,
  images: "[]",
});

async function findAssignees(connection: Connection, itemIds: string[]): Promise<Map<string, Assignee[]>> {
  const rows = await connection
    .selectFrom("junior_review_item_assignees as assignee")
    .innerJoin("junior_users as user", "user.id", "assignee.user_id")
    .select(["assignee.item_id as itemId", "user.id as userId", "user.name", "assignee.because"])
    .where("assignee.item_id", "in", itemIds)
    .orderBy("user.id")
    .execute();
  const byItem = new Map<string, Assignee[]>();
  for (const { itemId, ...assignee } of rows) byItem.set(itemId, [...(byItem.get(itemId) ?? []), assignee]);
  return byItem;
}

type ItemRow = {
  id: string;
  kind: "action" | "notice";
  dedupe_key: string;
  revision: number;
  title: string;
  ask: string;
  body: string | null;
  link: string | null;
  request: unknown;
  conversation_id: string;
  turn_id: string | null;
  turn_tree_id: string | null;
  actor_identity_id: string | null;
  automation_id: string | null;
  plugin: string | null;
  asked_by_user_id: string | null;
  needed_by: Date | null;
  visibility: Visibility;
  created_at: Date;
  updated_at: Date;
  closed_at: Date | null;
  closed_how: ClosedHow | null;
  closed_on: string | null;
  closer_user_id: string | null;
  closer_name: string | null;
  answer: unknown;
  outcome: string | null;
  outcome_weak: boolean;
};

const toItem = (row: ItemRow, assignees: Assignee[]): ReviewItem => ({
  id: row.id,
  kind: row.kind,
  dedupeKey: row.dedupe_key,
  revision: row.revision,
  title: row.title,
  ask: row.ask,
  body: row.body,
  link: row.link,
  request: row.request as Request | null,
  conversationId: row.conversation_id,
  turnId: row.turn_id,
  turnTreeId: row.turn_tree_id,
  actorIdentityId: row.actor_identity_id,
  automationId: row.automation_id,
  plugin: row.plugin,
  askedByUserId: row.asked_by_user_id,
  neededBy: row.needed_by,
  visibility: row.visibility,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  assignees,
  closing:
    row.closed_at && row.closed_how
      ? {
          at: row.closed_at,
          how: row.closed_how,
          byUserId: row.closer_user_id,
          byName: row.closer_name,
          surface: row.closed_on as Source | null,
          answer: row.answer as Answer | null,
          outcome: row.outcome,
          outcomeWeak: row.outcome_weak,
        }
      : null,
});
