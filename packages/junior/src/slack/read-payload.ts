import { answerPattern } from "./action-id.ts";
import { commandName } from "./command-name.ts";
import { asObject, type JsonObject } from "./json-object.ts";
import { isNote } from "./is-note.ts";
import { click, closingEvent, command, deletionEvent, editEvent, leaveEvent, messageEvent, userEvent } from "./payload.ts";

/** `unhandled`: somebody else's business, or nobody's. `malformed`: ours, but Slack would not send it like this. */
export type Payload = { payload: JsonObject } | "unhandled" | "malformed";

/** The only look at the shape of what Slack sends: what passes has the form that `payload.ts` names, and nothing else in it. */
export function readPayload(body: JsonObject): Payload {
  if (body.type === "event_callback") return readEvent(body, asObject(body.event));
  if (body.type === "block_actions") return readClick(body);
  if (body.type === undefined && body.command !== undefined) return readCommand(body);
  return body.type === undefined ? "malformed" : "unhandled";
}

/** Joins and other notes of Slack's are not handled, save what changes who may read; nor is what bots say. */
function readEvent(body: JsonObject, event: JsonObject | null): Payload {
  if (typeof event?.type !== "string") return "malformed";
  if (event.type === "user_change") return enclosed(body, userEvent.safeParse(event));
  if (event.type === "member_left_channel") return enclosed(body, leaveEvent.safeParse(event));
  if (event.type !== "message" && event.type !== "app_mention") return "unhandled";
  if (event.subtype === "channel_convert_to_private") return enclosed(body, closingEvent.safeParse({ ...event, type: "message" }));
  if (event.subtype === "message_changed") return readChange(body, event);
  if (event.subtype === "message_deleted") return enclosed(body, deletionEvent.safeParse(event));
  if (isSet(event.subtype) && (typeof event.subtype !== "string" || isNote(event.subtype))) return "unhandled";
  if (isBots(event)) return "unhandled";
  const read = enclosed(body, messageEvent.safeParse(event));
  return read === "malformed" && isSet(event.subtype) ? "unhandled" : read;
}

/**
 * Only a person's edit is one: Slack says `message_changed` of previews, of reply counters and of our own updates too.
 * The root of a thread that was deleted stays as a tombstone.
 */
function readChange(body: JsonObject, event: JsonObject): Payload {
  const message = asObject(event.message);
  if (message?.subtype === "tombstone") {
    return enclosed(body, deletionEvent.safeParse({ ...event, subtype: "message_deleted", deleted_ts: message.ts }));
  }
  const isEdit = message !== null && asObject(message.edited)?.user === message.user && !isBots(message);
  if (!isEdit || message.text === asObject(event.previous_message)?.text) return "unhandled";
  return enclosed(body, editEvent.safeParse(event));
}

/** Controls of another version of Junior, or of none, are not handled. */
function readClick(body: JsonObject): Payload {
  const actionId = Array.isArray(body.actions) ? asObject(body.actions[0])?.action_id : undefined;
  if (typeof actionId !== "string") return "malformed";
  if (!answerPattern.test(actionId)) return "unhandled";
  const read = click.safeParse(body);
  return read.success ? { payload: read.data } : "malformed";
}

function readCommand(body: JsonObject): Payload {
  if (body.command !== commandName) return "unhandled";
  const read = command.safeParse(body);
  return read.success ? { payload: read.data } : "malformed";
}

type Read = { success: true; data: JsonObject } | { success: false };

const enclosed = (body: JsonObject, event: Read): Payload =>
  event.success ? { payload: { type: body.type, team_id: body.team_id, event: event.data } } : "malformed";

const isBots = (message: JsonObject) => isSet(message.bot_id) || isSet(message.bot_profile);
const isSet = (value: unknown) => value !== undefined && value !== null && value !== "";
