import { queryOptions } from "@tanstack/react-query";
import type { Me } from "../../contract.ts";
import { meKey } from "./query-keys.ts";
import { ApiProblem, requestJson } from "./request-json.ts";

/** Who reads the page; or, to somebody the server does not know, what it says of how to get in. */
type Reader = { me: Me; refusal: null } | { me: null; refusal: string };

/** That one is not known is an answer and no failure: it stays on the page while it is asked again. */
export const readerQuery = queryOptions({
  queryKey: meKey,
  queryFn: async ({ signal }): Promise<Reader> => {
    try {
      return { me: await requestJson<Me>("/api/me", { signal }), refusal: null };
    } catch (error) {
      if (error instanceof ApiProblem && error.problem.status === 401) return { me: null, refusal: error.message };
      throw error;
    }
  },
});

export const meQuery = queryOptions({ ...readerQuery, select: ({ me }) => me });
