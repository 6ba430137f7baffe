import { z } from "zod";
import { isStorable, storable } from "../base/storable.ts";

const id = z.string().regex(/^[A-Z][A-Z0-9]{1,30}$/);
const ts = z.string().regex(/^\d{1,12}\.\d{1,9}$/);
const word = z.string().refine(isStorable);
const text = z.string().transform((value) => storable(value));

/** Slack writes what is not there as null or leaves it out; Bolt stumbles over some nulls. */
const maybe = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

/** What the rest can do without: in a form that nobody can use, it is as if it were not there. */
const aside = <Schema extends z.ZodType>(schema: Schema) => maybe(schema).catch(undefined);

/** What a message says of a file. Over Slack Connect only its id may be there. */
const file = z.object({
  id: aside(id),
  name: aside(text),
  size: aside(z.int().nonnegative()),
  url_private_download: aside(word),
  url_private: aside(word),
});

/** Slack takes ten with a message. */
const mostFiles = 50;
const files = z.array(file.catch({})).transform((all) => all.slice(0, mostFiles));

/** A person's message, as `message` or as `app_mention`, which names no channel type. Only what is read of it. */
export const messageEvent = z.object({
  type: z.enum(["message", "app_mention"]),
  channel: id,
  ts,
  thread_ts: maybe(ts),
  user: id,
  text: maybe(text),
  channel_type: aside(word),
  files: aside(files),
  app_id: aside(word),
  user_team: maybe(id),
  source_team: maybe(id),
  team: maybe(id),
});
export type MessageEvent = z.infer<typeof messageEvent>;

/** What a message was before; Slack need not say it, and a form of its own is no fault. */
const previous = z
  .object({ user: maybe(id), text: maybe(text), thread_ts: maybe(ts) })
  .optional()
  .catch(undefined);

/** A person's new words for an old message; what changed otherwise (previews, counters) does not come as this. */
export const editEvent = z.object({
  type: z.literal("message"),
  subtype: z.literal("message_changed"),
  channel: id,
  channel_type: aside(word),
  message: z.object({ ts, user: id, text: maybe(text), thread_ts: maybe(ts) }),
  previous_message: previous,
});
export type EditEvent = z.infer<typeof editEvent>;

export const deletionEvent = z.object({
  type: z.literal("message"),
  subtype: z.literal("message_deleted"),
  channel: id,
  channel_type: aside(word),
  deleted_ts: ts,
  previous_message: previous,
});
export type DeletionEvent = z.infer<typeof deletionEvent>;

/** Somebody's account has changed; of one that is deactivated Slack tells less. */
export const userEvent = z.object({
  type: z.literal("user_change"),
  user: z.object({
    id,
    team_id: maybe(id),
    name: maybe(text),
    real_name: maybe(text),
    deleted: maybe(z.boolean()),
    is_restricted: maybe(z.boolean()),
    is_ultra_restricted: maybe(z.boolean()),
    is_stranger: maybe(z.boolean()),
    tz: maybe(text),
    updated: maybe(z.number()),
    profile: maybe(z.object({ display_name: maybe(text), real_name: maybe(text) })),
  }),
});
export type UserEvent = z.infer<typeof userEvent>;

/** Somebody left a channel, or was taken out of it. */
export const leaveEvent = z.object({ type: z.literal("member_left_channel"), user: id, channel: id, event_ts: maybe(ts) });
export type LeaveEvent = z.infer<typeof leaveEvent>;

/** A public channel was made private. */
export const closingEvent = z.object({ type: z.literal("message"), subtype: z.literal("channel_convert_to_private"), channel: id });
export type ClosingEvent = z.infer<typeof closingEvent>;

/** `/junior …`, typed by a person. */
export const command = z.object({
  command: z.string(),
  text: maybe(text),
  team_id: id,
  user_id: id,
  channel_id: id,
  trigger_id: aside(word),
  response_url: aside(word),
});
export type Command = z.infer<typeof command>;

/** A click on one of our controls. What its clicker entered is any JSON still. */
export const click = z.object({
  type: z.literal("block_actions"),
  team: maybe(z.object({ id })),
  user: z.object({ id, team_id: id }),
  container: z.object({ type: z.string(), channel_id: maybe(id), message_ts: maybe(ts), thread_ts: maybe(ts) }),
  channel: maybe(z.object({ id })),
  response_url: aside(word),
  actions: z.array(z.object({ type: z.string(), action_id: z.string() })).min(1),
  state: maybe(z.object({ values: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))) })),
});
export type Click = z.infer<typeof click>;
