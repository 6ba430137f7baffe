import { zValidator } from "@hono/zod-validator";
import type { ZodType } from "zod";
import type { $ZodError } from "zod/v4/core";
import { isDeeperThan } from "../base/is-deeper-than.ts";
import { schemaFaults } from "../base/schema-faults.ts";
import { problem } from "./problem.ts";

/** No body that is expected here is nested even half as deep. */
const deepest = 32;

/** Reads a JSON body of this shape, or answers 400 with its faults, or 415. */
export function readBody<Schema extends ZodType>(schema: Schema) {
  const validate = zValidator("json", schema, (result, context) => {
    if (!/^application\/json\s*(;|$)/i.test(context.req.header("content-type") ?? "")) {
      return problem(context, 415, { detail: "Send JSON, with the content type application/json." });
    }
    if (!result.success) {
      return problem(context, 400, { detail: shapeDetail(result.error), errors: schemaFaults(result.error) });
    }
    if (!isStorable(result.data)) return problem(context, 400, { detail: "The text holds characters that cannot be kept." });
    return undefined;
  });
  const bounded: typeof validate = async (context, next) => {
    // Before it is parsed: what reads the parsed body calls itself once per level.
    if (isDeeperThan(deepest, await context.req.text()))
      return problem(context, 400, { detail: `The body is nested more than ${deepest} levels deep.` });
    return validate(context, next);
  };
  return bounded;
}

/** A rule that has a sentence of its own in the contract is told by that. */
function shapeDetail({ issues }: $ZodError): string {
  return issues.find(({ code }) => code === "custom")?.message ?? "The body does not have the shape that is expected here.";
}

/** PostgreSQL keeps neither U+0000 nor half of a surrogate pair. */
function isStorable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, part]) => isStorable(key) && isStorable(part));
}
