import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Connection, Transaction } from "../db/database.ts";
import type { AuthorKind, MessageState, Source } from "../db/schema.ts";

/** What a Turn may take at once: the first waiting messages that share one Actor and one Turn tree. */
export type Leading = {
  messageIds: string[];
  actorIdentityId: string | null;
  turnTreeId: string | null;
  /** Said by automations and events alone. */
  startedByMachine: boolean;
  /** Others are still to be decided or wait for a Turn of their own. */
  moreToDo: boolean;
};

/** Messages that one Turn takes at most; the rest wait for the next. */
const mostAtOnce = 50;

/** A message that no Turn has taken yet. */
export type ToDo = {
  id: string;
  state: MessageState;
  actor_identity_id: string | null;
  turn_tree_id: string | null;
  author_kind: AuthorKind;
  source: Source;
};

/** The query for the first of them in order, for statements that ask for more. */
export const firstToDo = (conversationId: string) => sql<ToDo>`
    select id, state, actor_identity_id, turn_tree_id, author_kind, source from junior_messages
    where conversation_id = ${conversationId} and state in ('undecided', 'waiting')
    order by sequence limit ${sql.lit(mostAtOnce)}`;

/** @returns null when nothing waits, or the first message has not been decided yet */
export async function findLeading(connection: Connection, conversationId: string): Promise<Leading | null> {
  const { rows } = await firstToDo(conversationId).execute(connection);
  return leadingOf(rows);
}

/** @returns null when nothing waits, or the first message has not been decided yet */
export function leadingOf(toDo: readonly ToDo[]): Leading | null {
  const first = toDo[0];
  if (!first || first.state !== "waiting") return null;
  const { actor_identity_id: actorIdentityId, turn_tree_id: turnTreeId } = first;
  const end = toDo.findIndex(
    (message) => message.state !== "waiting" || message.actor_identity_id !== actorIdentityId || message.turn_tree_id !== turnTreeId,
  );
  const leading = end === -1 ? toDo : toDo.slice(0, end);
  const startedByMachine = leading.every((message) => message.author_kind === "event" && message.source !== "child");
  return {
    messageIds: leading.map((message) => message.id),
    actorIdentityId,
    turnTreeId,
    startedByMachine,
    moreToDo: end !== -1 || toDo.length === mostAtOnce,
  };
}

/**
 * Whether two Identities, given as SQL, are accounts of one User now: somebody is the same person by whichever account.
 * Nobody is the same as nobody.
 */
export const isSamePerson = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<SqlBool> => sql`(
    (select user_id from junior_identities where id = ${one}) is not distinct from (select user_id from junior_identities where id = ${other}))`;

/** What may join a running Turn: new messages of its Actor's person, and answers of its own tree. Anything else waits. */
export async function findJoining(
  transaction: Transaction,
  turn: { conversationId: string; actorIdentityId: string | null; treeId: string },
): Promise<{ id: string; text: string }[]> {
  return transaction
    .selectFrom("junior_messages")
    .select(["id", "text"])
    .where("conversation_id", "=", turn.conversationId)
    .where("state", "=", "waiting")
    .where(isSamePerson(sql.ref("actor_identity_id"), sql`${turn.actorIdentityId}::uuid`))
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
  await takenMessages(ids, by).execute(transaction);
}

/** The same as a step of a statement that does more; nothing is taken where the condition does not hold. */
export const takenMessages = (ids: string[], by: { turnId: string; turnTreeId: string; afterStep: number }, condition = sql`true`) => sql`
    update junior_messages
    set state = 'taken', turn_id = ${by.turnId}, turn_tree_id = ${by.turnTreeId}, joined_after_step = ${by.afterStep}
    where id = any(${ids}::uuid[]) and ${condition}`;

/** The step of a statement that ends what a Turn took. */
export const finishedMessages = (turnId: string) => sql`
    update junior_messages set state = 'done' where turn_id = ${turnId} and state = 'taken'`;

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

export type Undecided = {
  id: string;
  sequence: number;
  text: string;
  authorName: string;
  authorUserId: string | null;
  /** Nothing was said between Junior's own words and this. */
  followsJunior: boolean;
};

/** What the worker has to decide, oldest first. */
export async function listUndecided(connection: Connection, conversationId: string): Promise<Undecided[]> {
  const rows = await connection
    .selectFrom("junior_messages as message")
    .leftJoin("junior_identities as identity", "identity.id", "message.author_identity_id")
    .select([
      "message.id",
      "message.sequence",
      "message.text",
      "message.author_kind",
      "identity.name as authorName",
      "identity.user_id as authorUserId",
      sql<boolean>`coalesce((
        select before.author_kind = 'junior' from junior_messages as before
        where before.conversation_id = message.conversation_id and before.sequence < message.sequence and before.deleted_at is null
        order by before.sequence desc limit 1), false)`.as("followsJunior"),
    ])
    .where("message.conversation_id", "=", conversationId)
    .where("message.state", "=", "undecided")
    .orderBy("message.sequence")
    .execute();
  return rows.map(({ author_kind, ...row }) => ({ ...row, authorName: row.authorName ?? author_kind }));
}

/** The last few things said before a message, oldest first. */
export async function listSpokenBefore(
  connection: Connection,
  conversationId: string,
  sequence: number,
  limit: number,
): Promise<{ author: string; text: string }[]> {
  const rows = await connection
    .selectFrom("junior_messages as message")
    .leftJoin("junior_identities as identity", "identity.id", "message.author_identity_id")
    .select(["message.author_kind", "identity.name", "message.text"])
    .where("message.conversation_id", "=", conversationId)
    .where("message.sequence", "<", sequence)
    .where("message.deleted_at", "is", null)
    .orderBy("message.sequence", "desc")
    .limit(limit)
    .execute();
  return rows.reverse().map((row) => ({ author: row.name ?? row.author_kind, text: row.text }));
}

/** Set aside without a Turn: they stay in the history. */
export async function setAside(transaction: Transaction, messageIds: string[]): Promise<void> {
  await transaction.updateTable("junior_messages").set({ state: "seen" }).where("id", "in", messageIds).execute();
}

/**
 * Accepted messages of people that wait while a Turn for somebody else runs, said where the Conversation is delivered,
 * and that carry no such reaction yet.
 */
export async function findHeldBack(
  connection: Connection,
  turn: { conversationId: string; actorIdentityId: string | null },
  emoji: string,
): Promise<string[]> {
  const rows = await connection
    .selectFrom("junior_messages as message")
    .innerJoin("junior_conversations as conversation", "conversation.id", "message.conversation_id")
    .select("message.id")
    .where("message.conversation_id", "=", turn.conversationId)
    .where("message.state", "=", "waiting")
    .where("message.author_kind", "=", "person")
    .where("message.item_id", "is", null)
    .where(({ not }) => not(isSamePerson(sql.ref("message.actor_identity_id"), sql`${turn.actorIdentityId}::uuid`)))
    .whereRef("message.source", "=", "conversation.location_surface")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("junior_deliveries as delivery")
            .select("delivery.id")
            .whereRef("delivery.message_id", "=", "message.id")
            .where("delivery.kind", "=", "reaction")
            .where("delivery.emoji", "=", emoji),
        ),
      ),
    )
    .orderBy("message.sequence")
    .execute();
  return rows.map((row) => row.id);
}

/** A mention twin may have raised it meanwhile: only what is still undecided is written. */
export async function decideMessage(transaction: Transaction, messageId: string, state: "waiting" | "seen"): Promise<void> {
  await transaction.updateTable("junior_messages").set({ state }).where("id", "=", messageId).where("state", "=", "undecided").execute();
}

/** Everybody who has spoken here or takes part; bystanders too. */
export async function countSpeakers(connection: Connection, conversationId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select user_id from junior_conversation_participants where conversation_id = ${conversationId}
      union
      select identity.user_id from junior_messages as message join junior_identities as identity on identity.id = message.author_identity_id
      where message.conversation_id = ${conversationId} and message.author_kind = 'person'
    ) as speaker`.execute(connection);
  return rows[0]?.count ?? 0;
}
