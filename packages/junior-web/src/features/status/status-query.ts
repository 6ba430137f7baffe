import { queryOptions } from "@tanstack/react-query";
import type { Status } from "../../contract.ts";
import { statusKey } from "../../shared/api/query-keys.ts";
import { requestJson } from "../../shared/api/request-json.ts";

export const statusQuery = queryOptions({
  queryKey: statusKey,
  queryFn: ({ signal }) => requestJson<Status>("/api/status", { signal }),
});
