import type { Connection, Transaction } from "../db/database.ts";
import type { FileInfo } from "../files/file.ts";

/** Puts files that the caller has claimed on a message, in this order. */
export async function linkFiles(transaction: Transaction, messageId: string, fileIds: string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await transaction
    .insertInto("junior_message_files")
    .values(fileIds.map((file_id, position) => ({ message_id: messageId, file_id, position })))
    .execute();
}

/** In the order of each message; one without files, or that was deleted, has no entry. The caller has checked that the reader may see the messages. */
export async function listMessageFiles(connection: Connection, messageIds: string[]): Promise<Map<string, FileInfo[]>> {
  if (messageIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom("junior_message_files as link")
    .innerJoin("junior_files as file", "file.id", "link.file_id")
    .innerJoin("junior_messages as message", "message.id", "link.message_id")
    .select(["link.message_id as messageId", "file.id", "file.name", "file.media_type as mediaType", "file.size"])
    .where("link.message_id", "in", messageIds)
    .where("message.deleted_at", "is", null)
    .orderBy("link.position")
    .execute();
  const files = new Map<string, FileInfo[]>();
  for (const { messageId, ...file } of rows) files.set(messageId, [...(files.get(messageId) ?? []), file]);
  return files;
}
