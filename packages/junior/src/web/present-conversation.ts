import type { Conversation } from "junior-web/contract";
import type { ConversationView } from "../conversations/conversation-reader-store.ts";

export function presentConversation(
  conversation: ConversationView,
  reader: { waitingOnYou: boolean; mayStop: boolean; mayPurge: boolean },
): Conversation {
  return {
    id: conversation.id,
    title: conversation.title,
    visibility: conversation.visibility,
    source: conversation.source,
    waitingOnYou: reader.waitingOnYou,
    working: conversation.working ?? false,
    answersAlsoIn: conversation.locationSurface,
    muted: conversation.muted,
    abilities: { stop: reader.mayStop, purge: reader.mayPurge },
    createdAt: conversation.createdAt.toISOString(),
    updatedAt: conversation.updatedAt.toISOString(),
  };
}
