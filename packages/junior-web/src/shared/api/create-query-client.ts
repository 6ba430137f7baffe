import { QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "./request-json.ts";

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Junior often runs on this very machine, so "offline" says nothing about whether it can be reached.
      queries: { networkMode: "always", staleTime: 60_000, retry: mayHelpToRetry },
      mutations: { networkMode: "always" },
    },
  });
}

function mayHelpToRetry(failures: number, error: unknown): boolean {
  const refused = error instanceof ApiProblem && error.problem.status < 500;
  return !refused && failures < 1;
}
