import { sql } from "kysely";
import type { ToolResult } from "junior-plugin-api";
import { storable } from "../base/storable.ts";
import { lockLeased } from "../conversations/conversation-store.ts";
import { recordChange } from "../db/changes.ts";
import type { Connection, Database, Transaction } from "../db/database.ts";
import type { ModelOutput } from "../model/model.ts";
import type { Call, Step, Turn } from "./turn.ts";

export async function loadSteps(connection: Connection, turnId: string): Promise<Step[]> {
  const steps = await connection.selectFrom("junior_turn_steps").selectAll().where("turn_id", "=", turnId).orderBy("number").execute();
  if (steps.length === 0) return [];
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
    usage: { inputTokens: step.input_tokens, outputTokens: step.output_tokens },
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

/** What a model's output becomes, before it is saved. */
export function stepOf(number: number, given: ModelOutput): Step {
  const { content, text, usage, toolCalls } = storable(given);
  const calls: Call[] = toolCalls.map((call) => ({ ...call, state: "waiting", result: null }));
  return { number, content, text, usage, calls };
}

/** Saves a model's output before any of its tools runs. */
export async function saveStep(database: Database, turn: Turn, step: Step): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockLeased(transaction, turn.conversationId, turn.epoch);
    await insertStep(transaction, turn, step);
  });
}

/** The step of a statement that saves a model's output; its calls are saved apart. */
export const savedStep = (turn: Turn, { number, content, text, usage }: Step) => sql`
    insert into junior_turn_steps (turn_id, number, output, text, input_tokens, output_tokens)
    values (${turn.id}, ${number}, ${JSON.stringify(content)}::jsonb, ${text}, ${usage.inputTokens}, ${usage.outputTokens})`;

async function insertStep(transaction: Transaction, turn: Turn, step: Step): Promise<void> {
  await savedStep(turn, step).execute(transaction);
  if (step.calls.length === 0) return;
  await transaction
    .insertInto("junior_tool_calls")
    .values(
      step.calls.map((call, position) => ({
        turn_id: turn.id,
        step_number: step.number,
        position,
        call_id: call.callId,
        tool: call.tool,
        input: JSON.stringify(call.input ?? null),
        state: "waiting" as const,
      })),
    )
    .execute();
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
    await recordChange(transaction, "conversation", turn.conversationId, turn.conversationId);
  });
}

/** The caller holds the lease's row lock. */
export async function saveResult(transaction: Transaction, turn: Turn, callId: string, result: ToolResult): Promise<void> {
  await transaction
    .updateTable("junior_tool_calls")
    .set({ state: "done", result: JSON.stringify(storable(result)), ended_at: sql<Date>`now()` })
    .where("turn_id", "=", turn.id)
    .where("call_id", "=", callId)
    .execute();
  await recordChange(transaction, "conversation", turn.conversationId, turn.conversationId);
}

/** Of many calls at once, none of which was made. */
export async function saveSameResult(database: Database, turn: Turn, calls: Call[], result: ToolResult): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockLeased(transaction, turn.conversationId, turn.epoch);
    await transaction
      .updateTable("junior_tool_calls")
      .set({ state: "done", result: JSON.stringify(result), ended_at: sql<Date>`now()` })
      .where("turn_id", "=", turn.id)
      .where(
        "call_id",
        "in",
        calls.map((call) => call.callId),
      )
      .execute();
  });
}

/** What a call gave, in any Conversation under this root. Models use an id again: this Turn's own comes first, then the newest. */
export async function findResult(
  connection: Connection,
  call: { callId: string; turnId: string; rootConversationId: string },
): Promise<ToolResult | null> {
  const row = await connection
    .selectFrom("junior_tool_calls as call")
    .innerJoin("junior_turns as turn", "turn.id", "call.turn_id")
    .innerJoin("junior_conversations as conversation", "conversation.id", "turn.conversation_id")
    .select("call.result")
    .where("call.call_id", "=", call.callId)
    .where("call.state", "=", "done")
    .where("conversation.root_id", "=", call.rootConversationId)
    .orderBy((eb) => eb("call.turn_id", "=", call.turnId), "desc")
    .orderBy("turn.started_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return (row?.result as ToolResult | undefined) ?? null;
}

/**
 * Milliseconds for which the Turn has been worked on. Between two saved rows at most ten minutes count, longer than a
 * model call with its repeats takes: the hours in which Junior was down do not end a Turn.
 */
export async function findWorkedMs(connection: Connection, turnId: string): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select coalesce(sum(least(extract(epoch from at - before) * 1000, ${longestGapMs})), 0)::float8 as ms
    from (
      select at, lag(at) over (order by at) as before from (
        select started_at as at from junior_turns where id = ${turnId}
        union all select created_at from junior_turn_steps where turn_id = ${turnId}
        union all select started_at from junior_tool_calls where turn_id = ${turnId} and started_at is not null
        union all select ended_at from junior_tool_calls where turn_id = ${turnId} and ended_at is not null
        union all select now()
      ) as moments
    ) as gaps where before is not null`.execute(connection);
  return rows[0]?.ms ?? 0;
}

const longestGapMs = 600_000;
