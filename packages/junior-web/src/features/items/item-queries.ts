import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Item, ItemList } from "../../contract.ts";
import { closedItemsKey, conversationItemsKey, itemKey, needsYouKey } from "../../shared/api/query-keys.ts";
import { requestJson } from "../../shared/api/request-json.ts";
import { newerItem } from "./newer-item.ts";

export function itemQuery(id: string) {
  return queryOptions({
    queryKey: itemKey(id),
    queryFn: ({ signal }) => readItem(id, signal),
  });
}

export function readItem(id: string, signal: AbortSignal): Promise<Item> {
  return requestJson<Item>(`/api/items/${id}`, { signal });
}

export const needsYouQuery = itemListQuery(needsYouKey, { state: "open", assignee: "me" });
export const closedItemsQuery = itemListQuery(closedItemsKey, { state: "closed" });
export const conversationItemsQuery = (conversationId: string) =>
  itemListQuery(conversationItemsKey(conversationId), { conversation: conversationId });

/** Every item of a list is kept by its id too: cards read from there, so each has one truth on the page. */
function itemListQuery(queryKey: QueryKey, filter: Record<string, string>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ client, pageParam, signal }) => {
      const search = new URLSearchParams(pageParam === null ? filter : { ...filter, cursor: pageParam });
      const list = await requestJson<ItemList>(`/api/items?${search}`, { signal });
      for (const item of list.items) keepItem(client, item);
      return list;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (list) => list.nextCursor,
    select: (data) => data.pages.flatMap((page) => page.items),
  });
}

export function keepItem(client: QueryClient, item: Item): void {
  client.setQueryData<Item>(itemKey(item.id), (known) => newerItem(known, item));
}
