import { zValidator } from "@hono/zod-validator";
import type { ZodObject } from "zod";
import { problem } from "./problem.ts";

/** Reads the query, where nothing unknown, repeated or malformed may stand, or answers 400. */
export const readQuery = <Schema extends ZodObject>(schema: Schema) =>
  zValidator("query", schema, (result, context) => {
    if (result.success) return undefined;
    const errors = result.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }));
    return problem(context, 400, { detail: "The query is not understood.", errors });
  });
