import type { z } from "zod";

/** `path` is written like `questions.0.label`; empty for the whole. */
export type SchemaFault = { path: string; message: string };

/** All faults of a value at once. Where a schema allows several shapes, those of the shape that was meant. */
export function schemaFaults(error: z.ZodError): SchemaFault[] {
  return error.issues.flatMap((issue) => flatten(issue, []));
}

type Issue = z.core.$ZodIssue;

function flatten(issue: Issue, above: PropertyKey[]): SchemaFault[] {
  const path = [...above, ...issue.path];
  const meant = issue.code === "invalid_union" ? issue.errors.find((shape) => !shape.some(isOtherType)) : undefined;
  if (meant && meant.length > 0) return meant.flatMap((inner) => flatten(inner, path));
  return [{ path: path.join("."), message: issue.message }];
}

const isOtherType = (issue: Issue) => issue.path.length === 0 && issue.code === "invalid_type";
