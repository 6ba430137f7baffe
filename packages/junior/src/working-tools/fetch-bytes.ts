import { type LookupFunction } from "node:net";
import { lookup } from "node:dns";
import type { Agent, fetch } from "undici";
import { faultCode } from "../base/log.ts";
import { type Reach, checkAddress, notPublic } from "./check-address.ts";

export type Fetched = { url: URL; status: number; mediaType: string; charset: string | null; bytes: Buffer };

/** `mostBytes` counts them unpacked. */
export type FetchLimits = { ms: number; mostBytes: number; redirects: number };

/**
 * Gets one page with nothing of anybody's in the request: no cookies, no credentials. Every address on the way is
 * looked at, and the one that was looked at is the one that is connected to: a name is resolved once for each.
 * @returns `failed` in words for the model
 */
export async function fetchBytes(
  given: string,
  reach: Reach,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<Fetched | { failed: string }> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(limits.ms)]);
  const { Agent, fetch } = await import("undici"); // a start without pages does without
  const agent = new Agent({ connect: { lookup: guardedLookup(reach), timeout: limits.ms }, connections: 1, pipelining: 0 });
  try {
    return await follow(given, { reach, limits, agent, fetch, signal: inTime });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (inTime.aborted) return { failed: `The page did not come within ${limits.ms / 1000} seconds.` };
    return { failed: wordsFor(error) };
  } finally {
    await agent.destroy();
  }
}

type Following = { reach: Reach; limits: FetchLimits; agent: Agent; fetch: typeof fetch; signal: AbortSignal };

async function follow(given: string, { reach, limits, agent, fetch, signal }: Following): Promise<Fetched | { failed: string }> {
  let checked = checkAddress(given, undefined, reach);
  for (let redirects = 0; ; redirects++) {
    if ("refused" in checked) return { failed: checked.refused };
    const { url } = checked;
    const headers = { "user-agent": "Junior", accept: "text/html, text/*;q=0.9, application/json;q=0.9, */*;q=0.1" };
    const response = await fetch(url, { dispatcher: agent, redirect: "manual", headers, signal });
    const next = response.headers.get("location");
    if (response.status >= 300 && response.status < 400 && next !== null) {
      await response.body?.cancel();
      if (redirects === limits.redirects) return { failed: `The address leads on and on, more than ${limits.redirects} times.` };
      checked = checkAddress(next, url, reach);
      continue;
    }
    const bytes = await readUpTo(response.body, limits.mostBytes);
    if (bytes === null) return { failed: `The page is larger than ${limits.mostBytes / 1_000_000} MB.` };
    return { url, status: response.status, ...readContentType(response.headers.get("content-type")), bytes };
  }
}

async function readUpTo(body: AsyncIterable<unknown> | null, most: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    if (!(part instanceof Uint8Array)) throw new TypeError("a body of bytes was expected");
    size += part.byteLength;
    if (size > most) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function readContentType(header: string | null): { mediaType: string; charset: string | null } {
  const [mediaType = "", ...parameters] = (header ?? "").split(";").map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.toLowerCase().startsWith("charset="))?.slice("charset=".length);
  return { mediaType: mediaType.toLowerCase(), charset: charset?.replaceAll('"', "") ?? null };
}

class NotPublicError extends Error {
  override name = "NotPublicError";
}

/** Resolves a name and hands over only addresses that may be reached; one that may not spoils the name. */
function guardedLookup(reach: Reach): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      if (addresses.some(({ address }) => !reach.isAllowedAddress(address))) return callback(new NotPublicError("not public"), []);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      return first ? callback(null, first.address, first.family) : callback(new Error("no address"), []);
    });
  };
}

/** The library wraps what went wrong; the model is told the kind of it, never another system's text. */
function wordsFor(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof NotPublicError) return notPublic;
  const code = faultCode(cause);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "There is no such host, or it cannot be found now.";
  return `The page could not be fetched (${code}).`;
}
