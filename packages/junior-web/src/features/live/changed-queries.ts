import type { QueryKey } from "@tanstack/react-query";
import type { Change } from "../../contract.ts";
import { conversationKey, conversationListKey, itemKey, itemListsKey, meKey, messagesKey } from "../../shared/api/query-keys.ts";

/** What a change on the server makes old on this page. */
export function changedQueries({ kind, id, conversationId }: Change): QueryKey[] {
  // Who one is decides all that one sees: the empty key is the beginning of every other.
  if (kind === "person") return [[]];
  if (kind === "conversation") return [conversationListKey, conversationKey(id), messagesKey(id)];
  const around = conversationId === null ? [] : [conversationKey(conversationId), messagesKey(conversationId)];
  return [itemKey(id), itemListsKey, meKey, conversationListKey, ...around];
}
