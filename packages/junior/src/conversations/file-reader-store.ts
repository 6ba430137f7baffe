import type { Connection } from "../db/database.ts";
import type { FileInfo } from "../files/file.ts";
import type { Person } from "../people/person.ts";
import { readsConversation } from "./conversation-reader-store.ts";

/** `hash` is that of its content. */
export type ReadableFile = FileInfo & { hash: Buffer };

/**
 * A file that nothing refers to is its uploader's alone, one on a message is for the readers of its Conversation, and any
 * other for nobody.
 */
export async function findReadableFile(connection: Connection, reader: Person, id: string): Promise<ReadableFile | null> {
  const file = await connection
    .selectFrom("junior_files as file")
    .select(["file.id", "file.name", "file.media_type as mediaType", "file.size", "file.hash"])
    .where("file.id", "=", id)
    .where((eb) =>
      eb.or([
        eb.and([eb("file.attached", "=", false), eb("file.uploaded_by_user_id", "=", reader.userId)]),
        eb.exists(
          eb
            .selectFrom("junior_message_files as link")
            .innerJoin("junior_messages as message", "message.id", "link.message_id")
            .innerJoin("junior_conversations as conversation", "conversation.id", "message.conversation_id")
            .select("message.id")
            .whereRef("link.file_id", "=", "file.id")
            .where("message.deleted_at", "is", null)
            .where("conversation.purged_at", "is", null)
            .where(readsConversation(reader, "conversation")),
        ),
      ]),
    )
    .executeTakeFirst();
  return file ?? null;
}
