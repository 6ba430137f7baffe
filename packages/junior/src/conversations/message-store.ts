import { newId } from "../base/ids.ts";
import { storable } from "../base/storable.ts";
import { recordChange } from "../db/changes.ts";
import type { Connection, Transaction } from "../db/database.ts";
import type { NewMessage } from "./receive-message.ts";

export async function findByExternalKey(connection: Connection, externalKey: string) {
  return connection
    .selectFrom("junior_messages")
    .select(["id", "conversation_id as conversationId"])
    .where("external_key", "=", externalKey)
    .executeTakeFirst();
}

export async function findText(connection: Connection, id: string): Promise<string | null> {
  const row = await connection.selectFrom("junior_messages").select("text").where("id", "=", id).executeTakeFirst();
  return row?.text ?? null;
}

/** @returns whether it had been decided otherwise and now waits */
export async function raiseMessage(transaction: Transaction, id: string): Promise<boolean> {
  const raised = await transaction
    .updateTable("junior_messages")
    .set({ state: "waiting" })
    .where("id", "=", id)
    .where("state", "in", ["undecided", "seen"])
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
      sequence: await nextSequence(transaction, conversationId),
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
  if (person) {
    await transaction
      .insertInto("junior_conversation_participants")
      .values({ conversation_id: conversationId, user_id: person.userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await recordChange(transaction, "conversation", conversationId, conversationId);
}

/** Junior's own words, at the end of a Turn that holds the Conversation's lease. */
export async function appendReply(
  transaction: Transaction,
  reply: { conversationId: string; turnId: string; turnTreeId: string; source: NewMessage["source"]; text: string },
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

async function nextSequence(transaction: Transaction, conversationId: string): Promise<number> {
  const { last_sequence } = await transaction
    .updateTable("junior_conversations")
    .set((eb) => ({ last_sequence: eb("last_sequence", "+", 1), updated_at: new Date() }))
    .where("id", "=", conversationId)
    .returning("last_sequence")
    .executeTakeFirstOrThrow();
  return last_sequence;
}
