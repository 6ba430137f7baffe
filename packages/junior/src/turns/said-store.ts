import { type SqlBool, sql } from "kysely";
import type { Connection } from "../db/database.ts";
import { listMessageFiles } from "../conversations/message-file-store.ts";
import { isSamePerson } from "../conversations/message-state-store.ts";
import { isStopWord } from "./stop-word.ts";
import type { Said, Turn } from "./turn.ts";

/**
 * What was said after the last summary up to now, oldest first. Messages that still wait are left out, and so are
 * deleted ones, save those that this very Turn has taken.
 */
export async function loadSaid(connection: Connection, turn: Turn): Promise<Said[]> {
  const rows = await connection
    .selectFrom("junior_messages as message")
    .leftJoin("junior_identities as identity", "identity.id", "message.author_identity_id")
    .leftJoin("junior_users as user", "user.id", "identity.user_id")
    .select([
      "message.id",
      "message.sequence",
      "message.author_kind",
      "message.source",
      "message.text",
      "message.turn_id",
      "message.state",
      "message.item_id",
      "message.joined_after_step",
      "user.name",
      sql<boolean>`exists (select from junior_message_files as file where file.message_id = message.id)`.as("hasFiles"),
    ])
    .where("message.conversation_id", "=", turn.conversationId)
    .where("message.state", "in", ["seen", "taken", "done"])
    .where(
      sql<SqlBool>`(message.turn_id = ${turn.id} or message.sequence > (
        select coalesce(max(through_sequence), 0) from junior_conversation_summaries where conversation_id = ${turn.conversationId}))`,
    )
    .where((eb) => eb.or([eb("message.deleted_at", "is", null), eb("message.turn_id", "=", turn.id)]))
    .orderBy("message.sequence")
    .execute();
  const files = await listMessageFiles(
    connection,
    rows.filter((row) => row.hasFiles).map((row) => row.id),
  );
  return rows.map((row) => ({
    sequence: row.sequence,
    author: { kind: row.author_kind, name: row.name ?? row.author_kind },
    source: row.source,
    text: row.text,
    files: files.get(row.id) ?? [],
    current: row.turn_id === turn.id && row.author_kind !== "junior",
    joinedAfterStep: row.joined_after_step,
    aside: row.state === "seen",
    answersItem: row.item_id !== null,
  }));
}

/** A person's own messages up to this sequence number, the newest first. */
export async function loadWordsOf(
  connection: Connection,
  conversationId: string,
  userId: string,
  range: { through: number; limit: number },
): Promise<{ name: string; text: string }[]> {
  return connection
    .selectFrom("junior_messages as message")
    .innerJoin("junior_identities as identity", "identity.id", "message.author_identity_id")
    .innerJoin("junior_users as user", "user.id", "identity.user_id")
    .select(["user.name", "message.text"])
    .where("message.conversation_id", "=", conversationId)
    .where("identity.user_id", "=", userId)
    .where("message.author_kind", "=", "person")
    .where("message.sequence", "<=", range.through)
    .where("message.state", "in", ["seen", "taken", "done"])
    .where("message.deleted_at", "is", null)
    .orderBy("message.sequence", "desc")
    .limit(range.limit)
    .execute();
}

/**
 * `stop`: this Turn is to end, by the button, or by the word, which waits, said by its Actor's person.
 * `othersWait`: something waits that is not theirs.
 */
export async function lookAround(connection: Connection, turn: Turn): Promise<{ stop: boolean; othersWait: boolean }> {
  const isActors = isSamePerson(sql.ref("message.actor_identity_id"), sql.ref("turn.actor_identity_id"));
  const { rows } = await sql<{ requested: boolean; own: string[]; others: boolean }>`
    select turn.stop_requested_at is not null as requested,
      coalesce(array_agg(message.text) filter (
        where message.actor_identity_id is not null and message.item_id is null and ${isActors}), '{}') as own,
      coalesce(bool_or(not ${isActors}) filter (where message.id is not null), false) as others
    from junior_turns as turn
    left join junior_messages as message on message.conversation_id = turn.conversation_id and message.state in ('undecided', 'waiting')
    where turn.id = ${turn.id}
    group by turn.id`.execute(connection);
  const [row] = rows;
  return { stop: row !== undefined && (row.requested || row.own.some(isStopWord)), othersWait: row?.others ?? false };
}

/** Whether the core has said something of its own, without a Turn, after the last thing said by a person, or by anybody. */
export async function hasPlainLineSince(connection: Connection, conversationId: string, since: "person" | "anything"): Promise<boolean> {
  const row = await connection
    .selectFrom("junior_messages as line")
    .select("line.id")
    .where("line.conversation_id", "=", conversationId)
    .where("line.author_kind", "=", "junior")
    .where("line.turn_id", "is", null)
    .where("line.sequence", ">", (eb) => {
      const others = eb
        .selectFrom("junior_messages as other")
        .select((s) => s.fn.coalesce(s.fn.max("other.sequence"), s.lit(0)).as("sequence"))
        .where("other.conversation_id", "=", conversationId);
      return since === "person" ? others.where("other.author_kind", "=", "person") : others.where("other.author_kind", "<>", "junior");
    })
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
