import { type SqlBool, sql } from "kysely";
import type { ToolResult } from "junior-plugin-api";
import { readsConversation } from "../conversations/conversation-reader-store.ts";
import type { Connection } from "../db/database.ts";
import type { TurnState } from "../db/schema.ts";
import type { Person } from "../people/person.ts";
import type { TargetOf } from "./target-of.ts";

/** One tool call as people see it beside the messages. */
export type TranscriptStep = {
  turnId: string;
  turnState: TurnState;
  callId: string;
  tool: string;
  /** What it touches, in a few words; "" where that is not known. */
  target: string;
  state: "waiting" | "started" | "done";
  ok: boolean | null;
  /** What it gave; null where it failed or has not ended. */
  output: unknown;
  /** The first line of what went wrong. */
  error: string | null;
  startedAt: Date | null;
  endedAt: Date | null;
  /** It stands after the message with this sequence number. */
  afterSequence: number;
};

const longestError = 200;

/**
 * The calls of the Turns that took a message of this range of sequence numbers (both included), in order; none where
 * the reader may not read the Conversation.
 */
export async function loadTranscriptSteps(
  connection: Connection,
  reader: Person,
  conversationId: string,
  range: { from: number; to: number },
  target: TargetOf,
): Promise<TranscriptStep[]> {
  const rows = await connection
    .selectFrom("junior_tool_calls as call")
    .innerJoin("junior_turns as turn", "turn.id", "call.turn_id")
    .innerJoin("junior_conversations as conversation", "conversation.id", "turn.conversation_id")
    .select([
      "turn.id as turnId",
      "turn.state as turnState",
      "call.call_id as callId",
      "call.tool",
      "call.input",
      "call.state",
      "call.result",
      "call.started_at as startedAt",
      "call.ended_at as endedAt",
      sql<number>`(
        select max(message.sequence) from junior_messages as message
        where message.turn_id = turn.id and message.author_kind <> 'junior' and message.joined_after_step < call.step_number)`.as(
        "afterSequence",
      ),
    ])
    .where("turn.conversation_id", "=", conversationId)
    .where("conversation.purged_at", "is", null)
    .where(readsConversation(reader, "conversation"))
    .where(
      sql<SqlBool>`turn.id in (
        select message.turn_id from junior_messages as message
        where message.conversation_id = ${conversationId} and message.sequence between ${range.from} and ${range.to})`,
    )
    .orderBy("turn.started_at")
    .orderBy("turn.id")
    .orderBy("call.step_number")
    .orderBy("call.position")
    .execute();
  return rows.map(({ input, result, ...row }) => {
    const outcome = result as ToolResult | null;
    return {
      ...row,
      target: target(row.tool, input),
      ok: outcome?.ok ?? null,
      output: outcome?.ok ? outcome.output : null,
      error: outcome && !outcome.ok ? firstLine(outcome.error) : null,
    };
  });
}

function firstLine(text: string): string {
  const line = [...(text.trim().split("\n", 1)[0] ?? "")];
  return line.length <= longestError ? line.join("") : `${line.slice(0, longestError - 1).join("")}…`;
}
