import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { faultCode, type Log } from "../base/log.ts";
import { words } from "../base/words.ts";
import { type DatabaseTrouble, databaseTrouble } from "../db/database-trouble.ts";
import { problem } from "./problem.ts";
import type { WebEnv } from "./web-env.ts";
import { within } from "./within.ts";

const longestLookMs = 1_000;

/** The last edge: a fault is logged by its code alone and tells the caller no detail. */
export function answerFault(deps: { log: Log; ready: () => Promise<boolean> }) {
  return async (error: Error, context: Context<WebEnv>): Promise<Response> => {
    if (error instanceof HTTPException) return problem(context, error.status, { detail: error.message });
    // Nobody is left to be told, and no part of ours has failed.
    if (context.env.incoming.readableAborted) return problem(context, 400);
    const late = error.name === "TimeoutError";
    if (late && !context.env.incoming.complete)
      return problem(context, 408, { detail: "The request took too long to arrive. Nothing was recorded." });
    const trouble = late ? "away" : (databaseTrouble(error) ?? (await lookAgain(deps.ready)));
    const status = trouble ? 503 : 500;
    deps.log.error("a web request failed", { code: faultCode(error), method: context.req.method, status });
    if (!trouble) return problem(context, 500, { detail: "Something went wrong inside Junior. Try again." });
    const reads = context.req.method === "GET" || context.req.method === "HEAD";
    return problem(context, 503, { detail: (reads ? readTexts : writeTexts)[trouble] });
  };
}

/** A fault without a code of the database's may still come from a database that is gone. */
async function lookAgain(ready: () => Promise<boolean>): Promise<"away" | null> {
  return (await within(longestLookMs, ready(), false).catch(() => false)) ? null : "away";
}

const fullDisk = "the disk of Junior's database is full. What was stored before is safe. Make room there, then try again.";

const readTexts: Record<DatabaseTrouble, string> = {
  away: "Junior cannot reach its database. Try again in a minute.",
  busy: "Junior's database has too much to do. Nothing was changed. Try again in a minute.",
  "disk-full": `Junior could not read: ${fullDisk}`,
};

const writeTexts: Record<DatabaseTrouble, string> = {
  away: words.notSaved,
  busy: "Not recorded: Junior's database has too much to do. Try again in a minute; your text is kept.",
  "disk-full": `Not recorded: ${fullDisk}`,
};
