import { isIPv4 } from "node:net";

export type RequestOrigin = {
  /** The Host header as sent. */
  host: string | undefined;
  /** The other end of the connection. */
  remoteAddress: string | undefined;
  /** In lower case. */
  headerNames: readonly string[];
};

/**
 * Whether a request comes from a browser or program of this very machine that also believes to speak to this machine.
 * The Host rule keeps out a foreign page whose name was pointed at 127.0.0.1 (DNS rebinding);
 * the header rule keeps out everybody behind a proxy that runs here.
 */
export function isLocalRequest(request: RequestOrigin): boolean {
  return isLoopbackHost(request.host) && isLoopbackAddress(request.remoteAddress) && !request.headerNames.some(tellsOfProxy);
}

function isLoopbackHost(host: string | undefined): boolean {
  const name = host?.replace(/:\d{1,5}$/, "").toLowerCase();
  return name === "localhost" || name === "[::1]" || isLoopbackIPv4(name);
}

function isLoopbackAddress(address: string | undefined): boolean {
  return address === "::1" || isLoopbackIPv4(address?.replace(/^::ffff:/i, ""));
}

const isLoopbackIPv4 = (text: string | undefined): boolean => text !== undefined && isIPv4(text) && text.startsWith("127.");

const proxyHeaders = new Set([
  "forwarded",
  "via",
  "x-real-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "x-original-host",
  "x-original-url",
  "x-rewrite-url",
  "client-ip",
  "true-client-ip",
  "cf-connecting-ip",
  "cf-ray",
  "cdn-loop",
  "fastly-client-ip",
  "fly-client-ip",
]);

const tellsOfProxy = (name: string): boolean => name.startsWith("x-forwarded") || proxyHeaders.has(name);
