import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Conversation, ConversationList, Message, MessageBody, MessageList } from "../../contract.ts";
import { conversationKey, conversationListKey, messagesKey } from "../../shared/api/query-keys.ts";
import { requestJson } from "../../shared/api/request-json.ts";

export const conversationListQuery = infiniteQueryOptions({
  queryKey: conversationListKey,
  queryFn: ({ pageParam, signal }) =>
    requestJson<ConversationList>(`/api/conversations${pageParam === null ? "" : `?cursor=${encodeURIComponent(pageParam)}`}`, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (list) => list.nextCursor,
  select: (data) => data.pages.flatMap((page) => page.conversations),
});

export function conversationQuery(id: string) {
  return queryOptions({
    queryKey: conversationKey(id),
    queryFn: ({ signal }) => requestJson<Conversation>(`/api/conversations/${id}`, { signal }),
  });
}

/** Pages go back in time; `select` puts them in order of `sequence`. */
export function messagesQuery(conversationId: string) {
  return infiniteQueryOptions({
    queryKey: messagesKey(conversationId),
    queryFn: ({ pageParam, signal }) =>
      requestJson<MessageList>(`/api/conversations/${conversationId}/messages${pageParam === null ? "" : `?before=${pageParam}`}`, {
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.hasEarlier ? page.messages[0]?.sequence : undefined),
    select: (data) => {
      const pages = data.pages.toReversed();
      return { messages: pages.flatMap(({ messages }) => messages), steps: pages.flatMap(({ steps }) => steps) };
    },
  });
}

export function startConversation(body: MessageBody): Promise<{ id: string }> {
  return requestJson("/api/conversations", { body });
}

export function sendMessage(conversationId: string, body: MessageBody): Promise<Message> {
  return requestJson(`/api/conversations/${conversationId}/messages`, { body });
}

/** Everything in it goes, for everybody. */
export function deleteConversation(id: string): Promise<undefined> {
  return requestJson(`/api/conversations/${id}`, { method: "DELETE" });
}

export function stopWork(conversationId: string): Promise<unknown> {
  return requestJson(`/api/conversations/${conversationId}/stop`, { body: {} });
}
