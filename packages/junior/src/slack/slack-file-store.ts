import { sql } from "kysely";
import { words } from "../base/words.ts";
import type { Connection, Database, Transaction } from "../db/database.ts";
import type { PostedFile } from "./read-message.ts";

export type UnreadBecause = keyof typeof words.fileUnreadBecause;
export type WaitingFile = {
  messageId: string;
  position: number;
  slackFileId: string;
  name: string;
  size: number | null;
  url: string | null;
  /** With this one. */
  attempts: number;
};

/** Remembers the files of a new message; they are read afterwards. */
export async function addSlackFiles(transaction: Transaction, messageId: string, files: PostedFile[]): Promise<void> {
  if (files.length === 0) return;
  await transaction
    .insertInto("junior_slack_files")
    .values(files.map(({ id, name, size, url }, position) => ({ message_id: messageId, position, slack_file_id: id, name, size, url })))
    .execute();
}

/** Nobody else is given these for `forMs`, by which time they are settled or due again. */
export async function claimSlackFile(database: Database, forMs: number): Promise<WaitingFile | null> {
  const { rows } = await sql<WaitingFile>`
    update junior_slack_files as file set attempts = attempts + 1, next_attempt_at = now() + ${forMs} * interval '1 millisecond'
    from (
      select message_id, position from junior_slack_files where not finished and state = 'waiting' and next_attempt_at <= now()
      order by next_attempt_at limit 1 for update skip locked
    ) as due
    where file.message_id = due.message_id and file.position = due.position
    returning file.message_id as "messageId", file.position, slack_file_id as "slackFileId", name, size, url, attempts`.execute(database);
  return rows[0] ?? null;
}

export async function settleSlackFile(
  connection: Connection,
  file: WaitingFile,
  settled: { state: "read"; fileId: string } | { state: "unread"; because: UnreadBecause } | { state: "waiting"; afterMs: number },
): Promise<void> {
  await connection
    .updateTable("junior_slack_files")
    .set(
      settled.state === "read"
        ? { state: "read", file_id: settled.fileId }
        : settled.state === "unread"
          ? { state: "unread", unread_because: settled.because }
          : { next_attempt_at: sql<Date>`now() + ${settled.afterMs} * interval '1 millisecond'` },
    )
    .where("message_id", "=", file.messageId)
    .where("position", "=", file.position)
    .execute();
}

/** Messages all of whose files are settled and that have not been given them. */
export async function listUnfinished(connection: Connection): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select message_id as id from junior_slack_files where not finished group by message_id having bool_and(state <> 'waiting') limit 20`.execute(
    connection,
  );
  return rows.map((row) => row.id);
}

export type SettledFile = { name: string; fileId: string | null; because: UnreadBecause | null };

/** Takes what is settled of a message, once; null where another does or has, or where a file is waited for. */
export async function finishSlackFiles(transaction: Transaction, messageId: string): Promise<SettledFile[] | null> {
  const rows = await transaction
    .selectFrom("junior_slack_files")
    .select(["name", "file_id as fileId", "unread_because as because", "state", "finished"])
    .where("message_id", "=", messageId)
    .orderBy("position")
    .forUpdate()
    .execute();
  if (rows.length === 0 || rows.some((row) => row.finished || row.state === "waiting")) return null;
  await transaction.updateTable("junior_slack_files").set({ finished: true }).where("message_id", "=", messageId).execute();
  return rows.map(({ name, fileId, because }) => ({ name, fileId, because: because as UnreadBecause | null }));
}

export async function hasUnfinished(connection: Connection, conversationId: string): Promise<boolean> {
  const row = await connection
    .selectFrom("junior_slack_files as file")
    .innerJoin("junior_messages as message", "message.id", "file.message_id")
    .select("file.message_id")
    .where("message.conversation_id", "=", conversationId)
    .where("file.finished", "=", false)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whose file it is and where the message stands. */
export async function findFileOwner(connection: Connection, messageId: string) {
  return connection
    .selectFrom("junior_messages as message")
    .innerJoin("junior_identities as identity", "identity.id", "message.author_identity_id")
    .select([
      "message.conversation_id as conversationId",
      "message.external_key as externalKey",
      "identity.user_id as userId",
      "identity.subject as slackUserId",
    ])
    .where("message.id", "=", messageId)
    .executeTakeFirst();
}
