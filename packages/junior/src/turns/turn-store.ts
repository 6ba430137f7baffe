import { sql } from "kysely";
import { releasedWhenIdle } from "../conversations/lease-store.ts";
import { type ToDo, finishedMessages, firstToDo } from "../conversations/message-state-store.ts";
import { changeTold, recordedChange } from "../db/changes.ts";
import type { Connection, Database, Transaction } from "../db/database.ts";
import type { TurnState } from "../db/schema.ts";
import type { Model } from "../model/model.ts";
import { addedUsage } from "../model/usage-store.ts";
import { hinted } from "../queue/queue.ts";
import { savedStep } from "./step-store.ts";
import type { Step, Turn } from "./turn.ts";

/** What a worker sees in a Conversation before it takes it; null where there is none any more. */
export async function findWork(
  connection: Connection,
  conversationId: string,
): Promise<{ isFree: boolean; isRunning: boolean; toDo: ToDo[] } | null> {
  const { rows } = await sql<{ isFree: boolean; isRunning: boolean; toDo: ToDo[] }>`
    select lease_until is null or lease_until < now() as "isFree",
      exists (select from junior_turns where conversation_id = conversation.id and state = 'running') as "isRunning",
      coalesce((select json_agg(to_do) from (${firstToDo(conversationId)}) as to_do), '[]') as "toDo"
    from junior_conversations as conversation
    where id = ${conversationId} and purged_at is null`.execute(connection);
  return rows[0] ?? null;
}

/** The Turn that has not ended: a new holder of the lease goes on with it. */
export async function findRunningTurn(connection: Connection, conversationId: string, epoch: number): Promise<Turn | null> {
  const row = await selectTurn(connection)
    .where("turn.conversation_id", "=", conversationId)
    .where("turn.state", "=", "running")
    .executeTakeFirst();
  return row ? { ...row, epoch, isNew: false } : null;
}

/** How the work on a message ended or stands; null where no Turn has taken it. */
export async function findTurnState(connection: Connection, messageId: string): Promise<TurnState | null> {
  const row = await connection
    .selectFrom("junior_messages as message")
    .innerJoin("junior_turns as turn", "turn.id", "message.turn_id")
    .select("turn.state")
    .where("message.id", "=", messageId)
    .executeTakeFirst();
  return row?.state ?? null;
}

/** @returns false when no Turn runs there, or it is not this person's */
export async function writeStopRequest(transaction: Transaction, conversationId: string, userId: string): Promise<boolean> {
  const row = await transaction
    .updateTable("junior_turns")
    .set({ stop_requested_at: sql<Date>`now()` })
    .where("conversation_id", "=", conversationId)
    .where("state", "=", "running")
    .where("actor_identity_id", "in", (eb) => eb.selectFrom("junior_identities").select("id").where("user_id", "=", userId))
    .returning("id")
    .executeTakeFirst();
  if (row) await tellOfStop(transaction, conversationId);
  return row !== undefined;
}

/** Of the Turn that took the message. @returns false when it has ended, or none took it */
export async function writeStopOfMessage(transaction: Transaction, messageId: string): Promise<boolean> {
  const row = await transaction
    .updateTable("junior_turns")
    .set({ stop_requested_at: sql<Date>`now()` })
    .where("id", "=", (eb) => eb.selectFrom("junior_messages").select("turn_id").where("id", "=", messageId))
    .where("state", "=", "running")
    .returning("conversation_id")
    .executeTakeFirst();
  if (row) await tellOfStop(transaction, row.conversation_id);
  return row !== undefined;
}

/** The page shows it, and whoever runs the Turn looks at once. */
async function tellOfStop(transaction: Transaction, conversationId: string): Promise<void> {
  await sql`
    with ${recordedChange("conversation", conversationId, conversationId)}
    select ${changeTold}, ${hinted("turn", conversationId)}`.execute(transaction);
}

/** Those of these Conversations in which a Turn runs that acts for this person. */
export async function findRunningFor(connection: Connection, userId: string, conversationIds: string[]): Promise<Set<string>> {
  if (conversationIds.length === 0) return new Set();
  const rows = await connection
    .selectFrom("junior_turns as turn")
    .innerJoin("junior_identities as actor", "actor.id", "turn.actor_identity_id")
    .select("turn.conversation_id")
    .where("turn.state", "=", "running")
    .where("actor.user_id", "=", userId)
    .where("turn.conversation_id", "in", conversationIds)
    .execute();
  return new Set(rows.map((row) => row.conversation_id));
}

export async function isStopRequested(connection: Connection, turnId: string): Promise<boolean> {
  const row = await connection.selectFrom("junior_turns").select("stop_requested_at").where("id", "=", turnId).executeTakeFirst();
  return row?.stop_requested_at != null;
}

/**
 * Ends the Turn with its last step and what it took, counts what it used, and gives the lease back where nothing more
 * waits, in one statement. The caller holds the Conversation's row lock under the lease.
 * @returns whether the lease was given back
 */
export async function markEnded(
  transaction: Transaction,
  turn: Turn,
  model: Model,
  end: { state: "done" | "failed" | "stopped"; failureCode: string | null; unsaved: Step | null },
): Promise<{ released: boolean }> {
  // What summaries cost stands on the Turn already, see `saveSummary`.
  const { price } = model;
  const { unsaved } = end;
  const { inputTokens, outputTokens } = unsaved?.usage ?? { inputTokens: 0, outputTokens: 0 };
  const total = (column: "input_tokens" | "output_tokens") => sql`turn.${sql.ref(column)} + steps.${sql.ref(column)}`;
  const cost = price && sql`(${total("input_tokens")}) * ${price.input}::numeric + (${total("output_tokens")}) * ${price.output}::numeric`;
  const { rows } = await sql<{ released: boolean }>`
    with ${unsaved ? sql`saved as (${savedStep(turn, unsaved)}),` : sql``}
    steps as (
      select coalesce(sum(input_tokens), 0) + ${inputTokens}::bigint as input_tokens,
        coalesce(sum(output_tokens), 0) + ${outputTokens}::bigint as output_tokens
      from junior_turn_steps where turn_id = ${turn.id}
    ),
    counted as (
      update junior_turns as turn
      set state = ${end.state}, failure_code = ${end.failureCode}, ended_at = now(),
        input_tokens = ${total("input_tokens")}, output_tokens = ${total("output_tokens")}, cost_usd = ${cost ? sql`(${cost}) / 1000000` : null}
      from steps where turn.id = ${turn.id}
      returning turn.input_tokens, turn.output_tokens, turn.cost_usd
    ),
    finished as (${finishedMessages(turn.id)}),
    used as (${addedUsage(turn.principalUserId, model.name)}),
    released as (${releasedWhenIdle(turn.conversationId, turn.epoch)})
    select exists (select from released) as released`.execute(transaction);
  return { released: rows[0]?.released ?? false };
}

/** Notes that a worker broke on this Turn, and says how often that has happened. */
export async function countFault(database: Database, turnId: string): Promise<number> {
  const row = await database
    .updateTable("junior_turns")
    .set((eb) => ({ faults: eb("faults", "+", 1) }))
    .where("id", "=", turnId)
    .returning("faults")
    .executeTakeFirst();
  return row?.faults ?? 0;
}

/** Conversations, save these, that nobody works on though something is to do: a hint was lost, or a worker died. */
export async function findUnattended(connection: Connection, except: string[], limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select conversation.id from junior_conversations as conversation
    join (
      select conversation_id from junior_messages where state in ('undecided', 'waiting')
      union
      select conversation_id from junior_turns where state = 'running'
    ) as undone on undone.conversation_id = conversation.id
    where conversation.purged_at is null and (conversation.lease_until is null or conversation.lease_until < now())
      and conversation.id <> all(${except}::uuid[])
    limit ${limit}`.execute(connection);
  return rows.map((row) => row.id);
}

const selectTurn = (connection: Connection) =>
  connection
    .selectFrom("junior_turns as turn")
    .innerJoin("junior_turn_trees as tree", "tree.id", "turn.turn_tree_id")
    .select([
      "turn.id",
      "turn.turn_tree_id as treeId",
      "turn.conversation_id as conversationId",
      "tree.root_conversation_id as rootConversationId",
      "turn.actor_identity_id as actorIdentityId",
      "tree.principal_user_id as principalUserId",
      sql<boolean>`not exists (
        select from junior_messages as message
        where message.turn_id = turn.id and message.joined_after_step = 0
          and message.author_kind <> 'junior' and (message.author_kind <> 'event' or message.source = 'child'))`.as("startedByMachine"),
    ]);
