import { sql } from "kysely";
import { newId } from "../base/ids.ts";
import { storable } from "../base/storable.ts";
import { recordChange } from "../db/changes.ts";
import type { Connection, Transaction } from "../db/database.ts";
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

/** Stores a message under the next sequence number of a locked Conversation; its author takes part from now on. */
export async function appendMessage(transaction: Transaction, conversationId: string, id: string, message: NewMessage): Promise<void> {
  const { author } = message;
  const person = author.kind === "person" ? author : null;
  await transaction
    .insertInto("junior_messages")
    .values({
      id,
      conversation_id: conversationId,
      sequence: await nextSequence(transaction, conversationId, {
        unmute: person !== null && message.state === "waiting" && !message.item,
      }),
      external_key: message.externalKey,
      source: message.source,
      author_kind: author.kind,
      author_identity_id: person?.identityId ?? null,
      actor_identity_id: message.actorIdentityId === undefined ? (person?.identityId ?? null) : message.actorIdentityId,
      by_token: person?.byToken ?? false,
      state: message.state,
      text: storable(message.text),
      turn_tree_id: message.turnTreeId ?? null,
      item_id: message.item?.id ?? null,
      item_revision: message.item?.revision ?? null,
    })
    .execute();
  if (person && !person.isBystander) await addParticipant(transaction, conversationId, person.identityId);
  await recordChange(transaction, "conversation", conversationId, conversationId);
}

/** Junior's own words; the caller holds the Conversation's lease. Without a Turn: a plain line of the core. */
export async function appendReply(
  transaction: Transaction,
  reply: { conversationId: string; turnId: string | null; turnTreeId: string | null; source: NewMessage["source"]; text: string },
): Promise<string> {
  const id = newId();
  await transaction
    .insertInto("junior_messages")
    .values({
      id,
      conversation_id: reply.conversationId,
      sequence: await nextSequence(transaction, reply.conversationId),
      source: reply.source,
      author_kind: "junior",
      state: "done",
      text: storable(reply.text),
      turn_id: reply.turnId,
      turn_tree_id: reply.turnTreeId,
    })
    .execute();
  await recordChange(transaction, "conversation", reply.conversationId, reply.conversationId);
  return id;
}

/** `unmute`: Junior is spoken to. Here, because every message passes here. */
async function nextSequence(transaction: Transaction, conversationId: string, { unmute = false } = {}): Promise<number> {
  const { last_sequence } = await transaction
    .updateTable("junior_conversations")
    .set((eb) => ({ last_sequence: eb("last_sequence", "+", 1), updated_at: new Date(), ...(unmute ? { muted: false } : {}) }))
    .where("id", "=", conversationId)
    .returning("last_sequence")
    .executeTakeFirstOrThrow();
  return last_sequence;
}
