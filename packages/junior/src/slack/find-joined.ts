import { findIdByExternalKey } from "../conversations/conversation-store.ts";
import { findByPost } from "../conversations/delivery-store.ts";
import type { Connection } from "../db/database.ts";
import type { Install } from "./install.ts";
import { messageKey } from "./message-key.ts";

/** The Conversation of a thread: of the card or reply at its root, else the one that began there. */
export async function findJoined(connection: Connection, install: Install, channel: string, root: string): Promise<string | null> {
  const post = await findByPost(connection, "slack", install.teamId, channel, root);
  return post?.conversationId ?? findIdByExternalKey(connection, messageKey(install, channel, root));
}
