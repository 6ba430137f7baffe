import type { Problem } from "junior-web/contract";
import { STATUS_CODES } from "node:http";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** A refusal as `application/problem+json` (RFC 9457). `detail` is for people to read. */
export function problem(
  context: Context,
  status: ContentfulStatusCode,
  told: Partial<Omit<Problem, "type" | "title" | "status">> = {},
): Response {
  const body: Problem = { type: "about:blank", title: STATUS_CODES[status] ?? `Error ${status}`, status, ...told };
  return context.body(JSON.stringify(body), status, { "content-type": "application/problem+json" });
}

/** Too much at once for this process: the same may be asked again soon. */
export function tooBusy(context: Context, detail: string): Response {
  context.header("retry-after", "5");
  return problem(context, 503, { detail });
}

/** Not there, or not for this person to know: the two must look alike. */
export const notFound = (context: Context): Response => problem(context, 404, { detail: "Nothing is here, or it is not yours to see." });
