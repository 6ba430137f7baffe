import { sql } from "kysely";
import type { Connection } from "../db/database.ts";

/** A question to people that has no answer yet. */
export type OpenItem = { id: string; title: string; ask: string; assignees: string[] };

/** Those of a Conversation that all its readers may know of. */
export async function listOpenItems(connection: Connection, conversationId: string): Promise<OpenItem[]> {
  return connection
    .selectFrom("junior_review_items as item")
    .innerJoin("junior_conversations as conversation", "conversation.id", "item.conversation_id")
    .select([
      "item.id",
      "item.title",
      "item.ask",
      sql<string[]>`array(
        select person.name from junior_review_item_assignees as assignee
        join junior_users as person on person.id = assignee.user_id
        where assignee.item_id = item.id order by person.name)`.as("assignees"),
    ])
    .where("item.conversation_id", "=", conversationId)
    .where("item.closed_at", "is", null)
    .where("item.kind", "=", "action")
    .whereRef("item.visibility", "=", "conversation.visibility")
    .orderBy("item.created_at")
    .limit(20)
    .execute();
}
