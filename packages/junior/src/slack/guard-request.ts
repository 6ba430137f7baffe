import type { IncomingMessage } from "node:http";
import type { BodyReader } from "./body-reader.ts";
import { checkBody } from "./check-body.ts";
import type { Install } from "./install.ts";
import { type JsonObject, parseObject } from "./json-object.ts";
import { readRequestHead } from "./read-request-head.ts";
import { verifySignature } from "./verify-signature.ts";

/** The JSON that may go on to Bolt, or the answer that ends it here. Nothing has been stored either way. */
export type Guarded = { pass: true; json: Buffer } | { pass: false; status: number; headers?: Record<string, string>; body?: string };

/**
 * Everything that Slack, or somebody else, may send to the door, before any of it reaches Bolt: a signed body of
 * `null` would end the process there, and a form with a charset would be read as JSON. What passes is written anew,
 * so that Bolt reads exactly what was looked at here.
 * `install` is null until Slack has told us who we are; then the sender is asked to come again. Without a signing
 * secret nothing can be vouched for, and there is no door.
 */
export async function guardRequest(
  request: IncomingMessage,
  options: { signingSecret: string | null; install: Install | null; nowMs: number; readBody: BodyReader },
): Promise<Guarded> {
  if (options.signingSecret === null) return unread(404);
  const head = readRequestHead(request, options.nowMs);
  if ("status" in head) return unread(head.status);
  const read = await options.readBody(request, head.limit);
  if ("status" in read) return unread(read.status);

  const fields = head.type === "form" ? new URLSearchParams(read.body.toString()) : null;
  if (fields?.get("ssl_check") === "1") return { pass: false, status: 200 };
  if (!head.signed || !verifySignature(options.signingSecret, { ...head.signed, body: read.body })) return { pass: false, status: 401 };

  const body = fields ? parseFields(fields) : parseObject(read.body.toString());
  if (!body) return notAgain(400);
  if (body.type === "url_verification") return challenge(body.challenge);
  if (!options.install) return { pass: false, status: 503 };
  const checked = checkBody(body, options.install);
  if (checked === "foreign") return notAgain(403);
  if (checked === "malformed") return notAgain(400);
  if (checked === "unhandled") return { pass: false, status: 200 };
  return { pass: true, json: Buffer.from(JSON.stringify(checked.payload)) };
}

/** The connection ends with the answer: what is still to come on it is a body that nobody reads. */
function unread(status: number): Guarded {
  const headers: Record<string, string> = { connection: "close" };
  if (status === 405) headers.allow = "POST";
  if (status === 503) headers["retry-after"] = "10";
  return { pass: false, status, headers };
}

const notAgain = (status: number): Guarded => ({ pass: false, status, headers: { "x-slack-no-retry": "1" } });

function parseFields(fields: URLSearchParams): JsonObject | null {
  const payload = fields.get("payload");
  return payload === null ? Object.fromEntries(fields) : parseObject(payload);
}

function challenge(value: unknown): Guarded {
  if (typeof value !== "string") return notAgain(400);
  return { pass: false, status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify({ challenge: value }) };
}
