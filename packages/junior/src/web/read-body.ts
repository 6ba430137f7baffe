import { zValidator } from "@hono/zod-validator";
import type { ZodType } from "zod";
import { problem } from "./problem.ts";

/** No body that is expected here is nested even half as deep. */
const deepest = 32;

/** Reads a JSON body of this shape, or answers 400 with all faults at once, or 415. */
export function readBody<Schema extends ZodType>(schema: Schema) {
  const validate = zValidator("json", schema, (result, context) => {
    if (!/^application\/json\s*(;|$)/i.test(context.req.header("content-type") ?? "")) {
      return problem(context, 415, { detail: "Send JSON, with the content type application/json." });
    }
    if (!result.success) {
      const errors = result.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }));
      return problem(context, 400, { detail: "The body does not have the shape that is expected here.", errors });
    }
    if (!isStorable(result.data)) return problem(context, 400, { detail: "The text holds characters that cannot be kept." });
    return undefined;
  });
  const bounded: typeof validate = async (context, next) => {
    // Before it is parsed: what reads the parsed body calls itself once per level.
    if (depthOf(await context.req.text()) > deepest)
      return problem(context, 400, { detail: `The body is nested more than ${deepest} levels deep.` });
    return validate(context, next);
  };
  return bounded;
}

function depthOf(json: string): number {
  let depth = 0;
  let most = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === "{" || token === "[") most = Math.max(most, ++depth);
    else if (token === "}" || token === "]") depth--;
  }
  return most;
}

/** PostgreSQL keeps neither U+0000 nor half of a surrogate pair. */
function isStorable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, part]) => isStorable(key) && isStorable(part));
}
