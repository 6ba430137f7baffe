import type { QueryClient, QueryFilters } from "@tanstack/react-query";

/**
 * Fetches again whatever matches and is shown. A fetch that is under way may have read what is old by now: the library
 * begins one that is the first of its query not again, so another follows it.
 */
export function refreshQueries(client: QueryClient, filters: QueryFilters): void {
  const firstFetches = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: "fetching" })
    .filter((query) => query.state.data === undefined);
  void client.invalidateQueries(filters);
  for (const { promise, queryKey } of firstFetches) {
    const again = () => void client.invalidateQueries({ queryKey, exact: true });
    promise?.then(again, again);
  }
}
