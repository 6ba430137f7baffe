import {
  type ConversationView,
  findReadableConversation,
  findReadableConversationsByEnding,
} from "../conversations/conversation-reader-store.ts";
import type { CliDesk } from "./cli-deps.ts";
import { type Found, findById } from "./find-by-id.ts";

export function findConversation({ database, person }: CliDesk, typed: string): Promise<Found<ConversationView>> {
  return findById(typed, {
    what: "conversation",
    byId: (id) => findReadableConversation(database, person, id),
    byEnding: (ending) => findReadableConversationsByEnding(database, person, ending, 6),
  });
}
