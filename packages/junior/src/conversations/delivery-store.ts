import { sql } from "kysely";
import { newId } from "../base/ids.ts";
import type { Connection, Transaction } from "../db/database.ts";
import { type Queue, hinted } from "../queue/queue.ts";
import type { Location } from "./conversation-store.ts";

export type NewDelivery = { conversationId: string; place: Location } & (
  | { kind: "reply"; messageId: string }
  | { kind: "card"; itemId: string }
  /** On a person's message; `emoji` is a name without colons. */
  | { kind: "reaction"; messageId: string; emoji: string }
  | { kind: "file"; fileId: string }
  /** For one person: the place's channel is the person's own id at the surface. */
  | { kind: "notice"; code: string }
);

/** Something to post; a card is one copy of an item at one place. */
export async function addDelivery(transaction: Transaction, { place, ...delivery }: NewDelivery): Promise<string> {
  const id = newId();
  const given = { messageId: null, itemId: null, emoji: null, fileId: null, code: null, ...delivery };
  await sql`
    with delivered as (
      insert into junior_deliveries (id, conversation_id, kind, message_id, item_id, emoji, file_id, code, surface, tenant, channel, thread)
      values (${id}, ${given.conversationId}, ${given.kind}, ${given.messageId}, ${given.itemId}, ${given.emoji}, ${given.fileId},
        ${given.code}, ${place.surface}, ${place.tenant}, ${place.channel}, ${place.thread})
    )
    select ${hinted("delivery", id)}`.execute(transaction);
  return id;
}

/** Every copy of an item's card is to be drawn again from the row. */
export async function redrawCards(transaction: Transaction, queue: Queue, itemId: string): Promise<void> {
  const rows = await transaction
    .updateTable("junior_deliveries")
    .set((eb) => ({ wanted_version: eb("wanted_version", "+", 1), next_attempt_at: sql<Date>`now()`, updated_at: sql<Date>`now()` }))
    .where("item_id", "=", itemId)
    .returning("id")
    .execute();
  for (const row of rows) await queue.hint(transaction, "delivery", row.id);
}

export async function countParked(connection: Connection): Promise<number> {
  const row = await connection
    .selectFrom("junior_deliveries")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("parked_code", "is not", null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** The Conversation and item of a post of ours, as the surface knows it; none where that Conversation was purged. */
export async function findByPost(connection: Connection, surface: string, tenant: string, channel: string, id: string) {
  return connection
    .selectFrom("junior_deliveries as delivery")
    .innerJoin("junior_conversations as conversation", "conversation.id", "delivery.conversation_id")
    .select(["delivery.conversation_id as conversationId", "item_id as itemId", "message_id as messageId"])
    .where("conversation.purged_at", "is", null)
    .where("surface", "=", surface)
    .where("tenant", "=", tenant)
    .where("posted_channel", "=", channel)
    .where("posted_id", "=", id)
    .executeTakeFirst();
}
