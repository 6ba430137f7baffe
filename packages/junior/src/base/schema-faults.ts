import type { z } from "zod";

/** `path` is written like `questions.0.label`; empty for the whole. */
export type SchemaFault = { path: string; message: string };

const mostFaults = 20;
/** Characters of a path, and of a message: both may repeat what was sent. */
const longest = 300;

/** The faults of a value. Where a schema allows several shapes, those of the shape that was meant. */
export function schemaFaults(error: z.core.$ZodError): SchemaFault[] {
  return boundFaults(error.issues.flatMap((issue) => flatten(issue, [])));
}

/** The first 20, each in a few words, with one more that says how many others there are: no answer grows with what was sent. */
export function boundFaults(faults: SchemaFault[]): SchemaFault[] {
  const told = faults.slice(0, mostFaults).map(({ path, message }) => ({ path: shortened(path), message: shortened(message) }));
  const more = faults.length - told.length;
  return more === 0 ? told : [...told, { path: "", message: `and ${more} more ${more === 1 ? "fault" : "faults"}` }];
}

type Issue = z.core.$ZodIssue;

function flatten(issue: Issue, above: PropertyKey[]): SchemaFault[] {
  const path = [...above, ...issue.path];
  const meant = issue.code === "invalid_union" ? issue.errors.find((shape) => !shape.some(isOtherType)) : undefined;
  if (meant && meant.length > 0) return meant.flatMap((inner) => flatten(inner, path));
  return [{ path: path.join("."), message: issue.message }];
}

const isOtherType = (issue: Issue) => issue.path.length === 0 && issue.code === "invalid_type";

const shortened = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`);
