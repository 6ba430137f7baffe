import type { MiddlewareHandler } from "hono";
import { problem } from "./problem.ts";
import type { WebEnv } from "./web-env.ts";

/** Refuses what another site's page makes a browser send, save for reads, which it cannot see the answer of. */
export function refuseCrossSite(publicUrl?: string): MiddlewareHandler<WebEnv> {
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  return async (context, next) => {
    const crossSite = isCrossSiteWrite({
      method: context.req.method,
      origin: context.req.header("origin"),
      fetchSite: context.req.header("sec-fetch-site"),
      ownOrigin: publicOrigin ?? `http://${context.req.header("host")?.toLowerCase()}`,
    });
    if (crossSite) return problem(context, 403, { detail: "This came from the page of another site. Nothing was changed." });
    return next();
  };
}

/**
 * Programs send neither header and are let through: a browser always sends one of them with a write.
 * `same-site` is refused too: it is another port of this machine, or a neighbour under the same domain.
 */
export function isCrossSiteWrite(request: { method: string; origin?: string; fetchSite?: string; ownOrigin: string }): boolean {
  if (request.method === "GET" || request.method === "HEAD") return false;
  if (request.origin !== undefined && request.origin !== request.ownOrigin) return true;
  return request.fetchSite !== undefined && request.fetchSite !== "same-origin" && request.fetchSite !== "none";
}
