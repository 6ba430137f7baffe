import { sql } from "kysely";
import { newId } from "../base/ids.ts";
import { storable } from "../base/storable.ts";
import { changeTold, recordChange, recordedChange } from "../db/changes.ts";
import type { Connection, Transaction } from "../db/database.ts";
import { hinted } from "../queue/queue.ts";
import type { Location } from "./conversation-store.ts";
import { addedDelivery } from "./delivery-store.ts";
import { addParticipant } from "./participant-store.ts";
import type { NewMessage } from "./receive-message.ts";

/** The message with this key; "purged" where there was one that has been deleted with its Conversation. */
export async function findByExternalKey(
  connection: Connection,
  externalKey: string,
): Promise<{ id: string; conversationId: string } | "purged" | undefined> {
  const { rows } = await sql<{ id: string | null; conversation_id: string | null }>`
    select id, conversation_id from junior_messages where external_key = ${externalKey}
    union all select null, null from junior_purged_keys where key_hash = sha256(convert_to(${externalKey}, 'UTF8'))`.execute(connection);
  const row = rows[0];
  if (!row) return undefined;
  return row.id !== null && row.conversation_id !== null ? { id: row.id, conversationId: row.conversation_id } : "purged";
}

export async function findText(connection: Connection, id: string): Promise<string | null> {
  const row = await connection.selectFrom("junior_messages").select("text").where("id", "=", id).executeTakeFirst();
  return row?.text ?? null;
}

/** What names a message at its surface; null for one that came from nowhere outside. */
export async function findExternalKey(connection: Connection, id: string): Promise<string | null> {
  const row = await connection.selectFrom("junior_messages").select("external_key as key").where("id", "=", id).executeTakeFirst();
  return row?.key ?? null;
}

/** @returns whether it had been decided otherwise and now waits */
export async function raiseMessage(transaction: Transaction, id: string): Promise<boolean> {
  const raised = await transaction
    .updateTable("junior_messages")
    .set({ state: "waiting" })
    .where("id", "=", id)
    .where("state", "in", ["undecided", "seen"])
    .where("deleted_at", "is", null)
    .returning("conversation_id")
    .executeTakeFirst();
  if (raised) await recordChange(transaction, "conversation", raised.conversation_id, raised.conversation_id);
  return raised !== undefined;
}

/**
 * Stores a message under the next sequence number of a locked Conversation, in one statement with what follows from it:
 * its author takes part from now on (unless a bystander), readers are told, a message to Junior unmutes the thread, and
 * what is to be worked on leaves a hint.
 */
export async function appendMessage(transaction: Transaction, conversationId: string, id: string, message: NewMessage): Promise<void> {
  const { author } = message;
  const person = author.kind === "person" ? author : null;
  const unmutes = person !== null && message.state === "waiting" && !message.item;
  await sql`
    with ${nextSequence(conversationId, unmutes)},
    stored as (
      insert into junior_messages (
        id, conversation_id, sequence, external_key, source, author_kind, author_identity_id, actor_identity_id, by_token, state, text,
        turn_tree_id, item_id, item_revision)
      select ${id}::uuid, ${conversationId}::uuid, numbered.last_sequence, ${message.externalKey}, ${message.source}, ${author.kind},
        ${person?.identityId ?? null}::uuid,
        ${message.actorIdentityId === undefined ? (person?.identityId ?? null) : message.actorIdentityId}::uuid,
        ${person?.byToken ?? false}::boolean, ${message.state}, ${storable(message.text)}, ${message.turnTreeId ?? null}::uuid,
        ${message.item?.id ?? null}::uuid, ${message.item?.revision ?? null}::integer
      from numbered
    ),
    joined as (${addParticipant(conversationId, person && !person.isBystander ? person.identityId : null)}),
    ${recordedChange("conversation", conversationId, conversationId)}
    select ${changeTold}, ${message.state === "seen" ? null : hinted("turn", conversationId)}`.execute(transaction);
}

/**
 * Junior's own words, in one statement with their delivery where they are said at a place outside. The caller holds the
 * Conversation's lease. Without a Turn: a plain line of the core.
 */
export async function appendReply(
  transaction: Transaction,
  reply: {
    conversationId: string;
    turnId: string | null;
    turnTreeId: string | null;
    source: NewMessage["source"];
    text: string;
    place?: Location | null;
  },
): Promise<string> {
  const [id, deliveryId] = [newId(), newId()];
  const { conversationId, place } = reply;
  await sql`
    with ${nextSequence(conversationId)},
    stored as (
      insert into junior_messages (id, conversation_id, sequence, source, author_kind, state, text, turn_id, turn_tree_id)
      select ${id}::uuid, ${conversationId}::uuid, numbered.last_sequence, ${reply.source}, 'junior', 'done', ${storable(reply.text)},
        ${reply.turnId}::uuid, ${reply.turnTreeId}::uuid
      from numbered
    ),
    ${place ? sql`${addedDelivery(deliveryId, { kind: "reply", messageId: id, conversationId, place })},` : sql``}
    ${recordedChange("conversation", conversationId, conversationId)}
    select ${changeTold}, ${place ? hinted("delivery", deliveryId) : null}`.execute(transaction);
  return id;
}

/** The step of a statement that counts up. `unmute`: Junior is spoken to. */
const nextSequence = (conversationId: string, unmute = false) => sql`
    numbered as (
      update junior_conversations
      set last_sequence = last_sequence + 1, updated_at = now(), muted = muted and not ${unmute}::boolean
      where id = ${conversationId}
      returning last_sequence
    )`;
