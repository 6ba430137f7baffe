import { sql } from "kysely";
import type { ToolResult } from "junior-plugin-api";
import { newId } from "../base/ids.ts";
import { storable } from "../base/storable.ts";
import { lockLeased } from "../conversations/conversation-store.ts";
import { findLeading, finishMessages, takeMessages } from "../conversations/message-state-store.ts";
import { recordChange } from "../db/changes.ts";
import type { Connection, Database, Transaction } from "../db/database.ts";
import type { TurnState } from "../db/schema.ts";
import type { ModelOutput } from "../model/model.ts";
import { isStopWord } from "./stop-word.ts";
import type { Call, Said, Step, Turn } from "./turn.ts";

/** The Turn that has not ended: a new holder of the lease goes on with it. */
export async function findRunningTurn(connection: Connection, conversationId: string, epoch: number): Promise<Turn | null> {
  const row = await selectTurn(connection)
    .where("turn.conversation_id", "=", conversationId)
    .where("turn.state", "=", "running")
    .executeTakeFirst();
  return row ? { ...row, epoch } : null;
}

/**
 * Starts a Turn with the leading messages that share one Actor and one tree. The caller holds the row lock.
 * @returns null when the first message to do has not been decided, or nothing waits
 */
export async function startTurn(transaction: Transaction, conversationId: string, epoch: number, model: string): Promise<Turn | null> {
  const leading = await findLeading(transaction, conversationId);
  if (!leading) return null;
  const treeId = leading.turnTreeId ?? (await openTree(transaction, conversationId, leading.actorIdentityId));
  const id = newId();
  await transaction
    .insertInto("junior_turns")
    .values({
      id,
      conversation_id: conversationId,
      turn_tree_id: treeId,
      actor_identity_id: leading.actorIdentityId,
      state: "running",
      model,
    })
    .execute();
  await takeMessages(transaction, leading.messageIds, { turnId: id, turnTreeId: treeId, afterStep: 0 });
  await recordChange(transaction, "conversation", conversationId, conversationId);
  const turn = await selectTurn(transaction).where("turn.id", "=", id).executeTakeFirstOrThrow();
  return { ...turn, epoch };
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
  if (row) await recordChange(transaction, "conversation", conversationId, conversationId);
  return row !== undefined;
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

/** Whether the word waits that ends this Turn, said by its Actor. */
export async function hasStopWaiting(connection: Connection, turn: Turn): Promise<boolean> {
  const rows = await connection
    .selectFrom("junior_messages")
    .select("text")
    .where("conversation_id", "=", turn.conversationId)
    .where("state", "in", ["undecided", "waiting"])
    .where("actor_identity_id", "=", turn.actorIdentityId)
    .where("item_id", "is", null)
    .execute();
  return rows.some((row) => isStopWord(row.text));
}

export async function loadSteps(connection: Connection, turnId: string): Promise<Step[]> {
  const steps = await connection.selectFrom("junior_turn_steps").selectAll().where("turn_id", "=", turnId).orderBy("number").execute();
  const calls = await connection
    .selectFrom("junior_tool_calls")
    .selectAll()
    .where("turn_id", "=", turnId)
    .orderBy("step_number")
    .orderBy("position")
    .execute();
  return steps.map((step) => ({
    number: step.number,
    content: step.output as Step["content"],
    text: step.text,
    calls: calls
      .filter((call) => call.step_number === step.number)
      .map((call) => ({
        callId: call.call_id,
        tool: call.tool,
        input: call.input,
        state: call.state,
        result: call.result as ToolResult | null,
      })),
  }));
}

/** What was said up to now, oldest first, at most `limit` messages. Messages that still wait are left out. */
export async function loadSaid(connection: Connection, turn: Turn, limit: number): Promise<Said[]> {
  const rows = await connection
    .selectFrom("junior_messages as message")
    .leftJoin("junior_identities as identity", "identity.id", "message.author_identity_id")
    .leftJoin("junior_users as user", "user.id", "identity.user_id")
    .select([
      "message.sequence",
      "message.author_kind",
      "message.source",
      "message.text",
      "message.turn_id",
      "message.state",
      "message.item_id",
      "message.joined_after_step",
      "user.name",
    ])
    .where("message.conversation_id", "=", turn.conversationId)
    .where("message.state", "in", ["seen", "taken", "done"])
    .orderBy("message.sequence", "desc")
    .limit(limit)
    .execute();
  return rows.reverse().map((row) => ({
    sequence: row.sequence,
    author: { kind: row.author_kind, name: row.name ?? row.author_kind },
    source: row.source,
    text: row.text,
    current: row.turn_id === turn.id && row.author_kind !== "junior",
    joinedAfterStep: row.joined_after_step,
    aside: row.state === "seen",
    answersItem: row.item_id !== null,
  }));
}

/** Saves a model's output before any of its tools runs. */
export async function saveStep(database: Database, turn: Turn, number: number, given: ModelOutput): Promise<Step> {
  const output = storable(given);
  const calls: Call[] = output.toolCalls.map((call) => ({ ...call, state: "waiting", result: null }));
  await database.transaction().execute(async (transaction) => {
    await lockLeased(transaction, turn.conversationId, turn.epoch);
    await transaction
      .insertInto("junior_turn_steps")
      .values({
        turn_id: turn.id,
        number,
        output: JSON.stringify(output.content),
        text: output.text,
        input_tokens: output.usage.inputTokens,
        output_tokens: output.usage.outputTokens,
      })
      .execute();
    if (calls.length > 0) {
      await transaction
        .insertInto("junior_tool_calls")
        .values(
          calls.map((call, position) => ({
            turn_id: turn.id,
            step_number: number,
            position,
            call_id: call.callId,
            tool: call.tool,
            input: JSON.stringify(call.input ?? null),
            state: "waiting" as const,
          })),
        )
        .execute();
    }
  });
  return { number, content: output.content, text: output.text, calls };
}

/** The row that says: from here on the effect may have happened. */
export async function markStarted(database: Database, turn: Turn, callId: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockLeased(transaction, turn.conversationId, turn.epoch);
    await transaction
      .updateTable("junior_tool_calls")
      .set({ state: "started", started_at: sql<Date>`now()` })
      .where("turn_id", "=", turn.id)
      .where("call_id", "=", callId)
      .execute();
  });
}

/** The caller holds the lease's row lock. */
export async function saveResult(transaction: Transaction, turnId: string, callId: string, result: ToolResult): Promise<void> {
  await transaction
    .updateTable("junior_tool_calls")
    .set({ state: "done", result: JSON.stringify(storable(result)), ended_at: sql<Date>`now()` })
    .where("turn_id", "=", turnId)
    .where("call_id", "=", callId)
    .execute();
}

/** Ends the Turn and what it took. The caller holds the lease's row lock. */
export async function markEnded(
  transaction: Transaction,
  turn: Turn,
  state: "done" | "failed" | "stopped",
  failureCode: string | null,
): Promise<void> {
  await transaction
    .updateTable("junior_turns")
    .set({
      state,
      failure_code: failureCode,
      ended_at: sql<Date>`now()`,
      input_tokens: sql<number>`(select coalesce(sum(input_tokens), 0) from junior_turn_steps where turn_id = ${turn.id})`,
      output_tokens: sql<number>`(select coalesce(sum(output_tokens), 0) from junior_turn_steps where turn_id = ${turn.id})`,
    })
    .where("id", "=", turn.id)
    .execute();
  await finishMessages(transaction, turn.id);
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

/** Conversations that nobody works on though something is to do: a hint was lost, or a worker died. */
export async function findUnattended(connection: Connection, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select conversation.id from junior_conversations as conversation
    join (
      select conversation_id from junior_messages where state in ('undecided', 'waiting')
      union
      select conversation_id from junior_turns where state = 'running'
    ) as undone on undone.conversation_id = conversation.id
    where conversation.purged_at is null and (conversation.lease_until is null or conversation.lease_until < now())
    limit ${limit}`.execute(connection);
  return rows.map((row) => row.id);
}

async function openTree(transaction: Transaction, conversationId: string, actorIdentityId: string | null): Promise<string> {
  const id = newId();
  await transaction
    .insertInto("junior_turn_trees")
    .columns(["id", "root_conversation_id", "principal_user_id"])
    .expression((eb) =>
      eb
        .selectFrom("junior_conversations as conversation")
        .leftJoin("junior_identities as actor", (join) => join.on("actor.id", "=", actorIdentityId))
        .select((s) => [s.val(id).as("id"), "conversation.root_id", "actor.user_id"])
        .where("conversation.id", "=", conversationId),
    )
    .execute();
  return id;
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
    ]);
