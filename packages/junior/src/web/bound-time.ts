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
    const { longestMs } = requestBounds(context.req.method, context.req.path);
    const passing = Promise.withResolvers<never>();
    const deadline = new AbortController();
    // Not AbortSignal.timeout: that one lives on when the request has long been answered, and all that it holds with it.
    const timer = setTimeout(() => {
      deadline.abort(new DOMException("a request took too long", "TimeoutError"));
      passing.reject(deadline.signal.reason);
    }, longestMs);
    context.set("database", beforeDeadline(database, deadline.signal));
    try {
      await Promise.race([next(), passing.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
