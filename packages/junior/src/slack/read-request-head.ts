import type { IncomingMessage } from "node:http";

/** What the head of a request promises, before a byte of its body is read. */
export type RequestHead = {
  type: "json" | "form";
  /** In their form, and the time within five minutes of now; null for the check of a certificate, which is not signed. */
  signed: { timestamp: string; signature: string } | null;
  /** Bytes that its body may have. */
  limit: number;
};

const largest = 4 * 1024 * 1024;
const largestUnsigned = 1_024;

/** Seconds that Slack's clock may differ from ours, both ways. */
const window = 300;

/** @returns the status that ends it here, for whatever cannot be a request of Slack's */
export function readRequestHead({ method, headers }: IncomingMessage, nowMs: number): RequestHead | { status: 400 | 401 | 405 | 413 } {
  if (method !== "POST") return { status: 405 };
  const type = types.get(headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "");
  if (!type) return { status: 400 };
  const length = headers["content-length"] === undefined ? null : Number(headers["content-length"]);
  if (length !== null && length > largest) return { status: 413 };

  const timestamp = headers["x-slack-request-timestamp"];
  const signature = headers["x-slack-signature"];
  if (isRecent(timestamp, nowMs) && isSignature(signature)) return { type, signed: { timestamp, signature }, limit: largest };
  const mayBeCheck = type === "form" && length !== null && length <= largestUnsigned;
  return mayBeCheck ? { type, signed: null, limit: largestUnsigned } : { status: 401 };
}

const types: ReadonlyMap<string, RequestHead["type"]> = new Map([
  ["application/json", "json"],
  ["application/x-www-form-urlencoded", "form"],
]);

/** Bolt's own check lets requests from the future pass. */
function isRecent(timestamp: string | string[] | undefined, nowMs: number): timestamp is string {
  return typeof timestamp === "string" && /^\d{1,12}$/.test(timestamp) && Math.abs(nowMs / 1000 - Number(timestamp)) <= window;
}

function isSignature(signature: string | string[] | undefined): signature is string {
  return typeof signature === "string" && /^v0=[0-9a-f]{64}$/.test(signature);
}
