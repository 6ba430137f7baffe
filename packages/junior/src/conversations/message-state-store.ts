import type { Connection, Transaction } from "../db/database.ts";

/** What a Turn may take at once: the first waiting messages that share one Actor and one Turn tree. */
export type Leading = { messageIds: string[]; actorIdentityId: string | null; turnTreeId: string | null };

/** Messages that one Turn takes at most; the rest wait for the next. */
const mostAtOnce = 50;

/** @returns null when nothing waits, or the first message has not been decided yet */
export async function findLeading(transaction: Transaction, conversationId: string): Promise<Leading | null> {
  const toDo = await transaction
    .selectFrom("junior_messages")
    .select(["id", "state", "actor_identity_id", "turn_tree_id"])
    .where("conversation_id", "=", conversationId)
    .where("state", "in", ["undecided", "waiting"])
    .orderBy("sequence")
    .limit(mostAtOnce)
    .execute();
  const first = toDo[0];
  if (!first || first.state !== "waiting") return null;
  const { actor_identity_id: actorIdentityId, turn_tree_id: turnTreeId } = first;
  const end = toDo.findIndex(
    (message) => message.state !== "waiting" || message.actor_identity_id !== actorIdentityId || message.turn_tree_id !== turnTreeId,
  );
  const leading = end === -1 ? toDo : toDo.slice(0, end);
  return { messageIds: leading.map((message) => message.id), actorIdentityId, turnTreeId };
}

/** What may join a running Turn: its Actor's new messages, and answers of its own tree. Anything else waits. */
export async function findJoining(
  transaction: Transaction,
  turn: { conversationId: string; actorIdentityId: string | null; treeId: string },
): Promise<{ id: string; text: string }[]> {
  return transaction
    .selectFrom("junior_messages")
    .select(["id", "text"])
    .where("conversation_id", "=", turn.conversationId)
    .where("state", "=", "waiting")
    .where("actor_identity_id", "is not distinct from", turn.actorIdentityId)
    .where((eb) => eb.or([eb("turn_tree_id", "is", null), eb("turn_tree_id", "=", turn.treeId)]))
    .orderBy("sequence")
    .limit(mostAtOnce)
    .execute();
}

export async function takeMessages(
  transaction: Transaction,
  ids: string[],
  by: { turnId: string; turnTreeId: string; afterStep: number },
): Promise<void> {
  await transaction
    .updateTable("junior_messages")
    .set({ state: "taken", turn_id: by.turnId, turn_tree_id: by.turnTreeId, joined_after_step: by.afterStep })
    .where("id", "in", ids)
    .execute();
}

export async function finishMessages(transaction: Transaction, turnId: string): Promise<void> {
  await transaction
    .updateTable("junior_messages")
    .set({ state: "done" })
    .where("turn_id", "=", turnId)
    .where("state", "=", "taken")
    .execute();
}

export async function hasMoreToDo(connection: Connection, conversationId: string): Promise<boolean> {
  const row = await connection
    .selectFrom("junior_messages")
    .select("id")
    .where("conversation_id", "=", conversationId)
    .where("state", "in", ["undecided", "waiting"])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type Undecided = { id: string; authorUserId: string | null };

export async function listUndecided(connection: Connection, conversationId: string): Promise<Undecided[]> {
  return connection
    .selectFrom("junior_messages as message")
    .leftJoin("junior_identities as identity", "identity.id", "message.author_identity_id")
    .select(["message.id", "identity.user_id as authorUserId"])
    .where("message.conversation_id", "=", conversationId)
    .where("message.state", "=", "undecided")
    .orderBy("message.sequence")
    .execute();
}

/** A mention twin may have raised it meanwhile: only what is still undecided is written. */
export async function decideMessage(transaction: Transaction, messageId: string, state: "waiting" | "seen"): Promise<void> {
  await transaction.updateTable("junior_messages").set({ state }).where("id", "=", messageId).where("state", "=", "undecided").execute();
}

export async function countParticipants(connection: Connection, conversationId: string): Promise<number> {
  const row = await connection
    .selectFrom("junior_conversation_participants")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("conversation_id", "=", conversationId)
    .executeTakeFirstOrThrow();
  return row.count;
}
