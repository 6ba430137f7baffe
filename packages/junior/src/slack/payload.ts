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

/** What a message says of a file. Over Slack Connect only its id may be there. */
const file = z.object({
  id: maybe(id),
  name: maybe(text),
  size: maybe(z.number()),
  url_private_download: maybe(word),
  url_private: maybe(word),
});

/** A person's message, as `message` or as `app_mention`, which names no channel type. Only what is read of it. */
export const messageEvent = z.object({
  type: z.enum(["message", "app_mention"]),
  channel: id,
  ts,
  thread_ts: maybe(ts),
  user: id,
  text: maybe(text),
  channel_type: maybe(word),
  files: maybe(z.array(file)),
  app_id: maybe(word),
  user_team: maybe(word),
  source_team: maybe(word),
  team: maybe(word),
});
export type MessageEvent = z.infer<typeof messageEvent>;

/** A person's new words for an old message; what changed otherwise (previews, counters) does not come as this. */
export const editEvent = z.object({
  type: z.literal("message"),
  subtype: z.literal("message_changed"),
  channel: id,
  message: z.object({ ts, user: id, text: maybe(text) }),
});
export type EditEvent = z.infer<typeof editEvent>;

export const deletionEvent = z.object({ type: z.literal("message"), subtype: z.literal("message_deleted"), channel: id, deleted_ts: ts });
export type DeletionEvent = z.infer<typeof deletionEvent>;

/** `/junior …`, typed by a person. */
export const command = z.object({
  command: z.string(),
  text: maybe(text),
  team_id: id,
  user_id: id,
  channel_id: id,
  trigger_id: maybe(word),
  response_url: maybe(word),
});
export type Command = z.infer<typeof command>;

/** A click on one of our controls. What its clicker entered is any JSON still. */
export const click = z.object({
  type: z.literal("block_actions"),
  team: maybe(z.object({ id })),
  user: z.object({ id, team_id: id }),
  container: z.object({ type: z.string(), channel_id: maybe(id), message_ts: maybe(ts), thread_ts: maybe(ts) }),
  channel: maybe(z.object({ id })),
  response_url: maybe(word),
  actions: z.array(z.object({ type: z.string(), action_id: z.string() })).min(1),
  state: maybe(z.object({ values: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))) })),
});
export type Click = z.infer<typeof click>;
