import type { Install } from "./install.ts";
import { asObject, type JsonObject } from "./json-object.ts";
import { type Payload, readPayload } from "./read-payload.ts";

/** What Slack sends, by HTTP or over a socket: whether it is for this app and team, and of a form that we know. */
export function checkBody(body: JsonObject, install: Install): Payload | "foreign" {
  return isForeign(body, install) ? "foreign" : readPayload(body);
}

/** Of another app or team. Every place that names one must name ours; an event names those it was sent for. */
function isForeign(body: JsonObject, { teamId, appId }: Install): boolean {
  if (appId !== null && body.api_app_id !== undefined && body.api_app_id !== appId) return true;
  if (body.type === "event_callback") {
    const sentFor = Array.isArray(body.authorizations) ? body.authorizations.map((entry) => asObject(entry)?.team_id) : [];
    return body.team_id !== teamId || (sentFor.length > 0 && !sentFor.includes(teamId));
  }
  const team = asObject(body.team)?.id ?? body.team_id ?? asObject(body.user)?.team_id;
  return team !== teamId;
}
