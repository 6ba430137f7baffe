import { answerPattern } from "./action-id.ts";
import { asObject, type JsonObject } from "./json-object.ts";
import { click, messageEvent } from "./payload.ts";

/** `unhandled`: somebody else's business, or nobody's. `malformed`: ours, but Slack would not send it like this. */
export type Payload = { payload: JsonObject } | "unhandled" | "malformed";

/** The only look at the shape of what Slack sends: what passes has the form that `payload.ts` names, and nothing else in it. */
export function readPayload(body: JsonObject): Payload {
  if (body.type === "event_callback") return readEvent(body, asObject(body.event));
  if (body.type === "block_actions") return readClick(body);
  return body.type === undefined && body.command === undefined ? "malformed" : "unhandled";
}

const contentSubtypes: ReadonlySet<unknown> = new Set(["file_share", "thread_broadcast", "me_message"]);

/** Edits, joins and other notes of Slack's are not handled, nor is what bots say. */
function readEvent(body: JsonObject, event: JsonObject | null): Payload {
  if (typeof event?.type !== "string") return "malformed";
  if (event.type !== "message" && event.type !== "app_mention") return "unhandled";
  if ((isSet(event.subtype) && !contentSubtypes.has(event.subtype)) || isSet(event.bot_id) || isSet(event.bot_profile)) return "unhandled";
  const read = messageEvent.safeParse(event);
  return read.success ? { payload: { type: body.type, team_id: body.team_id, event: read.data } } : "malformed";
}

/** Controls of another version of Junior, or of none, are not handled. */
function readClick(body: JsonObject): Payload {
  const actionId = Array.isArray(body.actions) ? asObject(body.actions[0])?.action_id : undefined;
  if (typeof actionId !== "string") return "malformed";
  if (!answerPattern.test(actionId)) return "unhandled";
  const read = click.safeParse(body);
  return read.success ? { payload: read.data } : "malformed";
}

const isSet = (value: unknown) => value !== undefined && value !== null && value !== "";
