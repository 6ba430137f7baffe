import type { MiddlewareHandler } from "hono";
import { problem } from "./problem.ts";
import { requestBounds } from "./request-bounds.ts";
import type { WebEnv } from "./web-env.ts";

/**
 * Answers 413 to a body over its path's bound, whether its length is announced or not. Hono's own middleware for this works only
 * where the whole process's `Request` is replaced by that of its Node adapter.
 */
export const boundBody: MiddlewareHandler<WebEnv> = async (context, next) => {
  const { raw, method, url } = context.req;
  if (method === "GET" || method === "HEAD") return next();
  const { largest, tooLarge: detail } = requestBounds(method, context.req.path);
  const tooLarge = () => problem(context, 413, { detail });
  const announced = context.req.header("content-length");
  // Node refuses a request that announces a length and sends another.
  if (announced !== undefined && context.req.header("transfer-encoding") === undefined) {
    return Number(announced) > largest ? tooLarge() : next();
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of raw.body ?? []) {
    size += part.byteLength;
    if (size > largest) return tooLarge();
    parts.push(part);
  }
  context.req.raw = new Request(url, { method, headers: context.req.header(), body: Buffer.concat(parts) });
  return next();
};
