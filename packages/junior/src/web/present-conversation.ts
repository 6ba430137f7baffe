import type { Conversation } from "junior-web/contract";
import type { ConversationView } from "../conversations/conversation-reader-store.ts";

export function presentConversation(conversation: ConversationView, reader: { waitingOnYou: boolean; mayStop: boolean }): Conversation {
  return {
    id: conversation.id,
    title: conversation.title,
    visibility: conversation.visibility,
    source: conversation.source,
    waitingOnYou: reader.waitingOnYou,
    working: conversation.working ?? false,
    abilities: { stop: reader.mayStop },
    createdAt: conversation.createdAt.toISOString(),
    updatedAt: conversation.updatedAt.toISOString(),
  };
}
