import type { Connection, Transaction } from "../db/database.ts";
import type { FileInfo } from "../files/file.ts";
import { claimFiles, removeFiles } from "../files/file-store.ts";

export type SandboxFile = { path: string; fileId: string; size: number };

export async function listSandboxFiles(connection: Connection, conversationId: string): Promise<SandboxFile[]> {
  return connection
    .selectFrom("junior_sandbox_files as kept")
    .innerJoin("junior_files as file", "file.id", "kept.file_id")
    .select(["kept.path", "kept.file_id as fileId", "file.size"])
    .where("kept.conversation_id", "=", conversationId)
    .orderBy("kept.path")
    .execute();
}

/** What people attached to messages of this Conversation that a Turn may see, in the order in which they did. */
export async function listAttachments(connection: Connection, conversationId: string): Promise<FileInfo[]> {
  return connection
    .selectFrom("junior_message_files as link")
    .innerJoin("junior_messages as message", "message.id", "link.message_id")
    .innerJoin("junior_files as file", "file.id", "link.file_id")
    .select(["file.id", "file.name", "file.media_type as mediaType", "file.size"])
    .where("message.conversation_id", "=", conversationId)
    .where("message.author_kind", "=", "person")
    .where("message.state", "in", ["seen", "taken", "done"])
    .where("message.deleted_at", "is", null)
    .orderBy("message.sequence")
    .orderBy("link.position")
    .execute();
}

export type SandboxChanges = { written: { path: string; fileId: string }[]; removed: string[] };

/**
 * Writes what a call changed. The caller holds the Conversation under the Turn's lease, and has stored the new files as
 * Junior's own, in transactions of their own. What they replace goes with its content.
 */
export async function changeSandboxFiles(transaction: Transaction, conversationId: string, changes: SandboxChanges): Promise<void> {
  const { written, removed } = changes;
  const paths = [...written.map(({ path }) => path), ...removed];
  if (paths.length === 0) return;
  const replaced = await transaction
    .deleteFrom("junior_sandbox_files")
    .where("conversation_id", "=", conversationId)
    .where("path", "in", paths)
    .returning("file_id")
    .execute();
  if (written.length > 0) {
    const ids = written.map(({ fileId }) => fileId);
    if (!(await claimFiles(transaction, ids, null))) throw new Error("a file that was just stored is gone");
    await transaction
      .insertInto("junior_sandbox_files")
      .values(written.map(({ path, fileId }) => ({ conversation_id: conversationId, path, file_id: fileId })))
      .execute();
  }
  await removeFiles(
    transaction,
    replaced.map((row) => row.file_id),
  );
}

/** @returns the files that nothing refers to any more */
export async function purgeSandbox(transaction: Transaction, conversationIds: string[]): Promise<string[]> {
  if (conversationIds.length === 0) return [];
  const rows = await transaction
    .deleteFrom("junior_sandbox_files")
    .where("conversation_id", "in", conversationIds)
    .returning("file_id")
    .execute();
  return rows.map((row) => row.file_id);
}
