import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { faultCode, type Log } from "../base/log.ts";
import { words } from "../base/words.ts";
import { problem } from "./problem.ts";
import type { WebEnv } from "./web-env.ts";

/** The last edge: a fault is logged by its code alone and tells the caller no detail. */
export function answerFault(deps: { log: Log; ready: () => Promise<boolean> }) {
  return async (error: Error, context: Context<WebEnv>): Promise<Response> => {
    if (error instanceof HTTPException) return problem(context, error.status, { detail: error.message });
    // Nobody is left to be told, and no part of ours has failed.
    if (context.env.incoming.readableAborted) return problem(context, 400);
    const away = isDatabaseAway(error) || !(await deps.ready().catch(() => false));
    const status = away ? 503 : 500;
    deps.log.error("a web request failed", { code: faultCode(error), method: context.req.method, status });
    if (!away) return problem(context, 500, { detail: "Something went wrong inside Junior. Try again." });
    const reads = context.req.method === "GET" || context.req.method === "HEAD";
    return problem(context, 503, { detail: reads ? "Junior cannot reach its database. Try again in a minute." : words.notSaved });
  };
}

/** Node's and PostgreSQL's codes for a connection that is not there (class 08), was ended (57P0x) or not given (53300). */
function isDatabaseAway(error: unknown): boolean {
  return /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08\w{3}|57P0[123]|53300)$/.test(faultCode(error));
}
