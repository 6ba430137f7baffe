import { sql } from "kysely";
import { newId } from "../base/ids.ts";
import { LeaseLostError } from "../base/errors.ts";
import { changeTold, recordChange, recordedChange } from "../db/changes.ts";
import type { Connection, Transaction } from "../db/database.ts";
import { hinted } from "../queue/queue.ts";
import { type NewConversation, createdConversation, removeConversation } from "./conversation-store.ts";
import { type ClaimedDelivery, type ClaimedRow, claimedDelivery, deliveredReply } from "./delivery-claim-store.ts";
import { keyHash, takenEarlyEdit } from "./early-change-store.ts";
import { addParticipant } from "./participant-store.ts";
import type { ReservedPost } from "./poster.ts";
import type { NewMessage } from "./receive-message.ts";

/** The message with this key; "purged" where there was one that has been taken away, or is being so with its Conversation. */
export async function findByExternalKey(
  connection: Connection,
  externalKey: string,
): Promise<{ id: string; conversationId: string } | "purged" | undefined> {
  const { rows } = await sql<{ id: string; conversationId: string; purged: boolean }>`
    select message.id, message.conversation_id as "conversationId", conversation.purged_at is not null as purged
    from junior_messages as message join junior_conversations as conversation on conversation.id = message.conversation_id
    where message.external_key = ${externalKey}
    union all select null, null, true from junior_purged_keys where key_hash = ${keyHash(externalKey)}`.execute(connection);
  if (rows.some(({ purged }) => purged)) return "purged";
  return rows[0] && { id: rows[0].id, conversationId: rows[0].conversationId };
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
 * what is to be worked on leaves a hint. With `created`, the Conversation is made in the same statement. An edit that
 * came before it is applied.
 * @returns false when nothing was stored: the Conversation was to be made and is there already, or the message was taken
 * away before, or another transaction has stored it meanwhile
 */
export async function appendMessage(
  transaction: Transaction,
  conversationId: string,
  id: string,
  message: NewMessage,
  created: NewConversation | null = null,
): Promise<boolean> {
  const { author } = message;
  const person = author.kind === "person" ? author : null;
  const unmutes = person !== null && message.state === "waiting" && !message.item;
  const isStored = sql`exists (select from stored)`;
  // A Conversation begins where its first message is said.
  const heard = created ? null : (person?.heard ?? null);
  const { rows } = await sql<{ stored: boolean }>`
    with numbered as (${created ? createdConversation(conversationId, created, message.externalKey) : nextNumber(conversationId)}),
    ${takenEarlyEdit(message.externalKey)},
    stored as (
      insert into junior_messages (
        id, conversation_id, sequence, external_key, source, author_kind, author_identity_id, actor_identity_id, by_token, state, text,
        edited_at, turn_tree_id, item_id, item_revision)
      select ${id}::uuid, ${conversationId}::uuid, numbered.last_sequence, ${message.externalKey}, ${message.source}, ${author.kind},
        ${person?.identityId ?? null}::uuid,
        ${message.actorIdentityId === undefined ? (person?.identityId ?? null) : message.actorIdentityId}::uuid,
        ${person?.byToken ?? false}::boolean, ${message.state}, coalesce((select text from early), ${message.text}),
        (select now() from early), ${message.turnTreeId ?? null}::uuid,
        ${message.item?.id ?? null}::uuid, ${message.item?.revision ?? null}::integer
      from numbered
      on conflict (external_key) do nothing
      returning sequence
    ),
    ${created ? sql`` : sql`counted as (${countedTo(conversationId, unmutes)}),`}
    joined as (${addParticipant(conversationId, person && !person.isBystander ? person.identityId : null, isStored, heard)}),
    ${recordedChange("conversation", conversationId, conversationId, sql`from stored`)}
    select ${isStored} as stored, case when ${isStored} then ${changeTold} end,
      case when ${isStored} then ${message.state === "seen" ? null : hinted("turn", conversationId)} end
    from numbered`.execute(transaction);
  if (rows[0]?.stored) return true;
  if (rows[0] && created) await removeConversation(transaction, conversationId);
  return false;
}

/**
 * Junior's own words. `isDelivered`: in one statement with their delivery, where the Conversation is delivered outside;
 * with `reserved`, it is claimed for that post unless something there comes first.
 * The caller holds the Conversation's row lock, or gives the lease's epoch, and then holds it from here on. Without a
 * Turn: a plain line of the core.
 * @throws LeaseLostError when another worker has taken the lease since
 */
export async function appendReply(
  transaction: Transaction,
  reply: {
    conversationId: string;
    turnId: string | null;
    turnTreeId: string | null;
    text: string;
    isDelivered: boolean;
    epoch?: number;
    reserved?: ReservedPost | null;
  },
): Promise<{ messageId: string; claimed: ClaimedDelivery | null }> {
  const [id, deliveryId] = [newId(), newId()];
  const { conversationId, epoch, text } = reply;
  const claimId = reply.reserved?.claimId ?? null;
  const surfaces = reply.reserved?.surfaces ?? [];
  const delivered = sql`delivered as (${deliveredReply({ id: deliveryId, conversationId, messageId: id, claimId, surfaces })}),`;
  const toldDelivery = sql`, delivered.*, case when delivered.claim_id is null and delivered.id is not null then ${hinted("delivery", deliveryId)} end`;
  const { rows } = await sql<Omit<ClaimedRow, "claim_id"> & { claim_id?: string | null }>`
    with numbered as (${counted(conversationId, epoch)}),
    stored as (
      insert into junior_messages (id, conversation_id, sequence, source, author_kind, state, text, turn_id, turn_tree_id)
      select ${id}::uuid, ${conversationId}::uuid, last_sequence, source, 'junior', 'done', ${text},
        ${reply.turnId}::uuid, ${reply.turnTreeId}::uuid
      from numbered
    ),
    ${reply.isDelivered ? delivered : sql``}
    ${recordedChange("conversation", conversationId, conversationId)}
    select ${changeTold}${reply.isDelivered ? toldDelivery : sql``} from numbered ${reply.isDelivered ? sql`left join delivered on true` : sql``}`.execute(
    transaction,
  );
  if (!rows[0]) throw new LeaseLostError("the Conversation's lease was lost");
  const { claim_id, ...delivery } = rows[0];
  const claimed = claim_id ? { ...claimedDelivery({ ...delivery, claim_id, text }), othersDue: false } : null;
  return { messageId: id, claimed };
}

/** The step of a statement that gives the next number of a locked Conversation; `countedTo` takes it. */
const nextNumber = (conversationId: string) => sql`
      select last_sequence + 1 as last_sequence from junior_conversations where id = ${conversationId}`;

/** `unmutes`: Junior is spoken to. */
const countedTo = (conversationId: string, unmutes: boolean) => sql`
      update junior_conversations
      set last_sequence = stored.sequence, updated_at = now(), muted = muted and not ${unmutes}::boolean
      from stored where id = ${conversationId}`;

/** The step of a statement that counts up, whatever follows. */
const counted = (conversationId: string, epoch?: number) => sql`
      update junior_conversations
      set last_sequence = last_sequence + 1, updated_at = now()
      where id = ${conversationId} ${epoch === undefined ? sql`` : sql`and lease_epoch = ${epoch} and purged_at is null`}
      returning last_sequence, source, location_surface, location_tenant, location_channel, location_thread`;
