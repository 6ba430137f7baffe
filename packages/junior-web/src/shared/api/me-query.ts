import { queryOptions } from "@tanstack/react-query";
import type { Me } from "../../contract.ts";
import { meKey } from "./query-keys.ts";
import { requestJson } from "./request-json.ts";

export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: ({ signal }) => requestJson<Me>("/api/me", { signal }),
});
