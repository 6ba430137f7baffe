import type { MiddlewareHandler } from "hono";
import { words } from "../base/words.ts";
import { openAllowance } from "./open-allowance.ts";
import { problem, tooBusy } from "./problem.ts";
import { requestBounds } from "./request-bounds.ts";
import type { WebEnv } from "./web-env.ts";

const megabyte = 1024 * 1024;

/**
 * Answers 413 to a body over its path's bound, whether its length is announced or not, and 503 where too many are under way
 * together: all bodies share one allowance of bytes, those of files another, of which one person has a part at most. Hono's
 * own middleware for this works only where the whole process's `Request` is replaced by that of its Node adapter.
 */
export function boundBody(): MiddlewareHandler<WebEnv> {
  const allowances = {
    ordinary: openAllowance({ most: 32 * megabyte, mostOfOne: 16 * megabyte, longestWaitMs: 2_000 }),
    files: openAllowance({ most: 96 * megabyte, mostOfOne: 64 * megabyte, longestWaitMs: 30_000 }),
  };
  return async (context, next) => {
    const { raw, method, url } = context.req;
    if (method === "GET" || method === "HEAD") return next();
    const { largest, tooLarge, heldOn } = requestBounds(method, context.req.path);
    const announced = announcedLength(context.req.header("content-length"), context.req.header("transfer-encoding"));
    if (announced === 0) return next();
    if (announced !== null && announced > largest) return problem(context, 413, { detail: tooLarge });
    const release = heldOn === null ? () => undefined : await allowances[heldOn].take(announced ?? largest, context.var.person.userId);
    if (!release) return tooBusy(context, heldOn === "files" ? words.files.tooMany : words.tooMany);
    try {
      // Node refuses a request that announces a length and sends another, so what is small can be read by whoever needs it.
      if (announced !== null && heldOn !== "files") return await next();
      const body = await gather(raw.body, announced ?? largest);
      if (!body) return problem(context, 413, { detail: tooLarge });
      context.req.raw = new Request(url, { method, headers: context.req.header(), body: ReadableStream.from([body]), duplex: "half" });
      return await next();
    } finally {
      release();
    }
  };
}

/** Null where the length is not known beforehand. */
function announcedLength(length: string | undefined, encoding: string | undefined): number | null {
  if (encoding !== undefined) return null;
  return Number(length ?? 0);
}

/** The whole body in one piece of memory, which is taken once; null when it is longer. */
async function gather(body: ReadableStream<Uint8Array> | null, most: number): Promise<Uint8Array | null> {
  const whole = Buffer.allocUnsafeSlow(most);
  let size = 0;
  for await (const part of body ?? []) {
    if (size + part.byteLength > most) return null;
    whole.set(part, size);
    size += part.byteLength;
  }
  return whole.subarray(0, size);
}
