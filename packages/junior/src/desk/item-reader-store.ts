import { type SqlBool, sql } from "kysely";
import { mayReadItem } from "../authority/may-read.ts";
import { isId } from "../base/ids.ts";
import { readsConversation } from "../conversations/conversation-reader-store.ts";
import type { Connection } from "../db/database.ts";
import { conditions } from "../db/sql-logic.ts";
import type { Person } from "../people/person.ts";
import { findItems } from "./item-store.ts";
import type { ReviewItem } from "./review-item.ts";

export type ItemFilter = {
  state?: "open" | "closed";
  /** Assigned to the reader now. */
  mine?: boolean;
  conversationId?: string;
  owed?: boolean;
};

/** Opaque to clients: the place after the last row of a page. */
export type Page = { items: ReviewItem[]; nextCursor: string | null };

/** An item, if this person may know of it. */
export async function findReadable(connection: Connection, reader: Person, id: string): Promise<ReviewItem | null> {
  const row = await readable(connection, reader).select("item.id").where("item.id", "=", id).executeTakeFirst();
  return row ? ((await findItems(connection, [id]))[0] ?? null) : null;
}

/** Which of these items this person may know of. */
export async function findReadableIds(connection: Connection, reader: Person, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await readable(connection, reader).select("item.id").where("item.id", "in", ids).execute();
  return new Set(rows.map((row) => row.id));
}

/** Items whose id ends like this, for ids that people type. */
export async function findReadableByEnding(
  connection: Connection,
  reader: Person,
  ending: string,
  limit: number,
): Promise<{ id: string; title: string }[]> {
  return readable(connection, reader)
    .select(["item.id", "item.title"])
    .where(sql<SqlBool>`right(item.id::text, ${ending.length}::integer) = ${ending}`)
    .orderBy("item.id")
    .limit(limit)
    .execute();
}

/** Open items oldest first; closed ones by their end, both together by their beginning, newest first. */
export async function listItems(
  connection: Connection,
  reader: Person,
  filter: ItemFilter,
  page: { cursor: string | null; limit: number },
): Promise<Page | "bad-cursor"> {
  const oldestFirst = filter.state === "open";
  const time = sql.ref<Date>(filter.state === "closed" ? "item.closed_at" : "item.created_at");
  const after = page.cursor === null ? null : readCursor(page.cursor);
  if (after === "bad-cursor") return "bad-cursor";
  let query = readable(connection, reader).select(["item.id", sql<number>`(extract(epoch from ${time}) * 1000000)::bigint`.as("at")]);
  if (filter.state) query = query.where("item.closed_at", filter.state === "open" ? "is" : "is not", null);
  if (filter.conversationId) query = query.where("item.conversation_id", "=", filter.conversationId);
  if (filter.mine) query = query.where(isAssignee(reader.userId));
  if (filter.owed) {
    query = query
      .where("item.closed_how", "in", ["answered", "replied", "dismissed"])
      .where("item.outcome", "is", null)
      .where((eb) => eb.or([eb("item.kind", "=", "action"), eb("item.answer", "is not", null)]));
  }
  if (after) {
    const place = sql<SqlBool>`(${time}, item.id) ${sql.raw(oldestFirst ? ">" : "<")} (timestamptz 'epoch' + ${after.at}::bigint * interval '1 microsecond', ${after.id}::uuid)`;
    query = query.where(place);
  }
  const direction = oldestFirst ? "asc" : "desc";
  const rows = await query
    .orderBy(time, direction)
    .orderBy("item.id", direction)
    .limit(page.limit + 1)
    .execute();
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    items: await findItems(
      connection,
      shown.map((row) => row.id),
    ),
    nextCursor: rows.length > page.limit && last ? Buffer.from(`${last.at}|${last.id}`).toString("base64url") : null,
  };
}

/** What waits on this person: open, an action, assigned to them. The only rule for every count and marker. */
export async function countNeedsYou(connection: Connection, userId: string): Promise<number> {
  const row = await needsYou(connection)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("assignee.user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function hasOpenAction(connection: Connection, conversationId: string, userId: string): Promise<boolean> {
  return (await findWaitingOn(connection, userId, [conversationId])).size > 0;
}

/** Which of these Conversations wait on this person. */
export async function findWaitingOn(connection: Connection, userId: string, conversationIds: string[]): Promise<Set<string>> {
  if (conversationIds.length === 0) return new Set();
  const rows = await needsYou(connection)
    .select("item.conversation_id")
    .distinct()
    .where("assignee.user_id", "=", userId)
    .where("item.conversation_id", "in", conversationIds)
    .execute();
  return new Set(rows.map((row) => row.conversation_id));
}

/** Open actions that this person asked for and that wait on somebody else. */
export async function countWaitOnOthers(connection: Connection, userId: string): Promise<number> {
  const row = await connection
    .selectFrom("junior_review_items as item")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("item.closed_at", "is", null)
    .where("item.kind", "=", "action")
    .where("item.asked_by_user_id", "=", userId)
    .where(sql<SqlBool>`not ${isAssignee(userId)}`)
    .executeTakeFirstOrThrow();
  return row.count;
}

const needsYou = (connection: Connection) =>
  connection
    .selectFrom("junior_review_items as item")
    .innerJoin("junior_review_item_assignees as assignee", "assignee.item_id", "item.id")
    .where("item.closed_at", "is", null)
    .where("item.kind", "=", "action");

function readable(connection: Connection, reader: Person) {
  return connection
    .selectFrom("junior_review_items as item")
    .innerJoin("junior_conversations as conversation", "conversation.id", "item.conversation_id")
    .where(
      mayReadItem(conditions, {
        wasAsked: sql`(${isAssignee(reader.userId)} or ${wasAssignee(reader.userId)})`,
        asked: sql`item.asked_by_user_id = ${reader.userId}`,
        asOpenAsConversation: sql`item.visibility = conversation.visibility`,
        readsConversation: readsConversation(reader, "conversation"),
      }),
    );
}

const isAssignee = (userId: string) => sql<SqlBool>`exists (
  select from junior_review_item_assignees as assignee
  where assignee.item_id = item.id and assignee.user_id = ${userId})`;

const wasAssignee = (userId: string) => sql<SqlBool>`exists (
  select from junior_review_item_revisions as revision
  where revision.item_id = item.id and ${userId}::uuid = any(revision.assignee_user_ids))`;

/** `at` in microseconds since 1970: a text that is no time would be a fault in the query. */
function readCursor(cursor: string): { at: number; id: string } | "bad-cursor" {
  const [at = "", id = "", ...rest] = Buffer.from(cursor, "base64url").toString().split("|");
  const valid = rest.length === 0 && /^\d{1,16}$/.test(at) && Number.isSafeInteger(Number(at)) && isId(id);
  return valid ? { at: Number(at), id } : "bad-cursor";
}
