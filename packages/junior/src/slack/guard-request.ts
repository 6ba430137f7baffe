import type { IncomingMessage } from "node:http";
import type { Install } from "./install.ts";
import { readBody } from "./read-body.ts";
import { verifySignature } from "./verify-signature.ts";

/** The JSON that may go on to Bolt, or the answer that ends it here. Nothing has been stored either way. */
export type Guarded = { pass: true; json: Buffer } | { pass: false; status: number; headers?: Record<string, string>; body?: string };

const bodyLimit = 4 * 1024 * 1024;
const form = "application/x-www-form-urlencoded";

/**
 * Everything that Slack, or somebody else, may send to the door, before any of it reaches Bolt: a signed body of
 * `null` would end the process there, and a form with a charset would be read as JSON. What passes is written anew,
 * so that Bolt reads exactly what was looked at here.
 * `install` is null until Slack has told us who we are; then the sender is asked to come again.
 */
export async function guardRequest(
  request: IncomingMessage,
  options: { signingSecret: string; install: Install | null; nowMs: number },
): Promise<Guarded> {
  if (request.method !== "POST") return { pass: false, status: 405, headers: { allow: "POST" } };
  const rawBody = await readBody(request, bodyLimit);
  if (!rawBody) return { pass: false, status: 413, headers: { connection: "close" } };
  const contentType = (request.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (contentType === form && new URLSearchParams(rawBody.toString()).get("ssl_check") === "1") return { pass: false, status: 200 };

  const timestamp = single(request.headers["x-slack-request-timestamp"]);
  const signature = single(request.headers["x-slack-signature"]);
  if (!verifySignature(options.signingSecret, { body: rawBody, timestamp, signature }, options.nowMs)) return { pass: false, status: 401 };

  const body = parse(rawBody, contentType);
  if (!body) return { pass: false, status: 400 };
  if (body.type === "url_verification") return challenge(body.challenge);
  if (!options.install) return { pass: false, status: 503 };
  if (isForeign(body, options.install)) return { pass: false, status: 403, headers: { "x-slack-no-retry": "1" } };
  if (!isHandled(body)) return { pass: false, status: isBroken(body) ? 400 : 200 };
  return { pass: true, json: Buffer.from(JSON.stringify(body)) };
}

type Body = Record<string, unknown>;

function parse(rawBody: Buffer, contentType: string): Body | null {
  try {
    const text = rawBody.toString();
    if (contentType === "application/json") return asObject(JSON.parse(text));
    if (contentType !== form) return null;
    const fields = new URLSearchParams(text);
    const payload = fields.get("payload");
    return payload === null ? Object.fromEntries(fields) : asObject(JSON.parse(payload));
  } catch {
    return null;
  }
}

function challenge(value: unknown): Guarded {
  if (typeof value !== "string") return { pass: false, status: 400 };
  return { pass: false, status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify({ challenge: value }) };
}

/** Of another app or team. Every place that names one must name ours; an event names those it was sent for. */
function isForeign(body: Body, { teamId, appId }: Install): boolean {
  if (appId !== null && body.api_app_id !== undefined && body.api_app_id !== appId) return true;
  if (body.type === "event_callback") {
    const sentFor = Array.isArray(body.authorizations) ? body.authorizations.map((entry) => asObject(entry)?.team_id) : [];
    return body.team_id !== teamId || (sentFor.length > 0 && !sentFor.includes(teamId));
  }
  const team = asObject(body.team)?.id ?? body.team_id ?? asObject(body.user)?.team_id;
  return team !== teamId;
}

const interactions: ReadonlySet<unknown> = new Set(["block_suggestion", "view_submission", "view_closed", "shortcut", "message_action"]);

/** Whole enough for Bolt, and of a kind that has a listener. */
function isHandled(body: Body): boolean {
  if (body.type === "event_callback") return typeof asObject(body.event)?.type === "string";
  if (body.event !== undefined) return false;
  if (body.type === "block_actions")
    return Array.isArray(body.actions) && body.actions.length > 0 && body.actions.every((action) => asObject(action));
  return interactions.has(body.type) || (body.type === undefined && typeof body.command === "string");
}

/** Of a kind that we know, but without what makes it one; every other kind is none of our business. */
const isBroken = (body: Body) => body.type === "event_callback" || body.type === "block_actions" || body.type === undefined;

function asObject(value: unknown): Body | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Body) : null;
}

const single = (header: string | string[] | undefined) => (typeof header === "string" ? header : undefined);
