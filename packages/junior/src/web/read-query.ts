import { zValidator } from "@hono/zod-validator";
import type { ZodObject } from "zod";
import { schemaFaults } from "../base/schema-faults.ts";
import { problem } from "./problem.ts";

/** Reads the query, where nothing unknown, repeated or malformed may stand, or answers 400. */
export const readQuery = <Schema extends ZodObject>(schema: Schema) =>
  zValidator("query", schema, (result, context) => {
    if (result.success) return undefined;
    return problem(context, 400, { detail: "The query is not understood.", errors: schemaFaults(result.error) });
  });
