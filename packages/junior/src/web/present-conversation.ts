import type { Conversation } from "junior-web/contract";
import type { ConversationView } from "../conversations/conversation-reader-store.ts";

export function presentConversation(conversation: ConversationView, waitingOnYou: boolean): Conversation {
  return {
    id: conversation.id,
    title: conversation.title,
    visibility: conversation.visibility,
    source: conversation.source,
    waitingOnYou,
    working: conversation.working ?? false,
    createdAt: conversation.createdAt.toISOString(),
    updatedAt: conversation.updatedAt.toISOString(),
  };
}
