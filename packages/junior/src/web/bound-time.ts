import type { MiddlewareHandler } from "hono";
import { beforeDeadline } from "../db/before-deadline.ts";
import type { Database } from "../db/database.ts";
import { requestBounds } from "./request-bounds.ts";
import type { WebEnv } from "./web-env.ts";

/**
 * Gives up on a request after its path's time, with a TimeoutError that the last edge answers. The request's own database
 * begins nothing after it, so what was told not to be recorded is not recorded late.
 */
export function boundTime(database: Database): MiddlewareHandler<WebEnv> {
  return async (context, next) => {
    const deadline = AbortSignal.timeout(requestBounds(context.req.method, context.req.path).longestMs);
    context.set("database", beforeDeadline(database, deadline));
    await Promise.race([next(), passing(deadline)]);
  };
}

function passing(deadline: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    deadline.addEventListener("abort", () => reject(deadline.reason as Error), { once: true });
  });
}
