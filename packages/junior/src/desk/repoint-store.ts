import { sql } from "kysely";
import type { Connection, Transaction } from "../db/database.ts";

/** Where something was ever asked of this User, or by them. */
export async function findAskedConversations(connection: Connection, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct item.conversation_id as id from junior_review_items as item
    where item.asked_by_user_id = ${userId}
      or exists (select from junior_review_item_assignees as assignee where assignee.item_id = item.id and assignee.user_id = ${userId})
      or exists (select from junior_review_item_revisions as revision
        where revision.item_id = item.id and ${userId}::uuid = any(revision.assignee_user_ids))`.execute(connection);
  return rows.map((row) => row.id);
}

/**
 * One User becomes another in all that was asked. Whoever was asked both ways is asked once, for the reason that the
 * other had. No revision is made: what is asked stays the same.
 * @returns the items whose assignees are shown otherwise now
 */
export async function repointAsked(transaction: Transaction, from: string, into: string): Promise<string[]> {
  await sql`
    insert into junior_review_item_assignees (item_id, user_id, because)
    select item_id, ${into}, because from junior_review_item_assignees where user_id = ${from}
    on conflict do nothing`.execute(transaction);
  const moved = await transaction.deleteFrom("junior_review_item_assignees").where("user_id", "=", from).returning("item_id").execute();
  await sql`
    update junior_review_item_revisions
    set assignee_user_ids = array(
      select case when asked = ${from}::uuid then ${into}::uuid else asked end
      from unnest(assignee_user_ids) with ordinality as named (asked, place)
      group by 1 order by min(place))
    where ${from}::uuid = any(assignee_user_ids)`.execute(transaction);
  await transaction.updateTable("junior_review_items").set({ asked_by_user_id: into }).where("asked_by_user_id", "=", from).execute();
  return moved.map((row) => row.item_id);
}
