import { z } from "zod";

/**
 * What the browser desk and every other client of `/api` may rely on.
 * All times are ISO 8601 in UTC, all ids UUIDs; lengths count Unicode code points.
 */

const time = z.iso.datetime();
const id = z.uuid();

export const option = z.object({
  id: z.string(),
  label: z.string(),
  description: z.string().optional(),
  recommended: z.boolean().optional(),
  confirm: z.boolean().optional(),
});
export type Option = z.infer<typeof option>;

export const input = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), multiline: z.boolean().optional() }),
  z.object({ kind: z.literal("single-choice"), options: z.array(option) }),
  z.object({
    kind: z.literal("multiple-choice"),
    options: z.array(option),
    min: z.number().int().optional(),
    max: z.number().int().optional(),
  }),
]);
export type Input = z.infer<typeof input>;

export const question = z.object({ id: z.string(), label: z.string(), required: z.boolean(), input });
export type Question = z.infer<typeof question>;

export const request = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("task") }),
  z.object({ kind: z.literal("decision"), questions: z.array(question) }),
]);
export type Request = z.infer<typeof request>;

export const response = z.union([
  z.object({ confirmed: z.literal(true) }),
  z.object({ answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])) }),
]);
export type Response = z.infer<typeof response>;

export const item = z.object({
  id,
  kind: z.enum(["action", "notice"]),
  state: z.enum(["open", "closed"]),
  revision: z.number().int(),
  title: z.string(),
  ask: z.string(),
  /** Markdown. */
  body: z.string().nullable(),
  link: z.string().nullable(),
  request: request.nullable(),
  images: z.array(z.object({ url: z.string(), alt: z.string() })),
  conversationId: id,
  automationId: id.nullable(),
  plugin: z.string().nullable(),
  /** Only for those who may see its owner. */
  dedupeKey: z.string().nullable(),
  askedBy: z.object({ name: z.string() }),
  assignees: z.array(z.object({ userId: id, name: z.string(), because: z.string() })),
  visibility: z.enum(["public", "private"]),
  neededBy: time.nullable(),
  createdAt: time,
  updatedAt: time,
  closedAt: time.nullable(),
  closedHow: z.enum(["answered", "replied", "dismissed", "cancelled", "agent", "source", "purged"]).nullable(),
  /** Who closed it, on which surface. */
  closedBy: z.object({ name: z.string(), surface: z.string() }).nullable(),
  answer: z.union([z.object({ response }), z.object({ text: z.string() })]).nullable(),
  outcome: z.string().nullable(),
  outcomeWeak: z.boolean(),
  /** Answered, and the work has not yet said what it did with the answer. */
  owed: z.boolean(),
  /** One line with labels instead of ids; null while open. */
  outcomeText: z.string().nullable(),
  /** What the reader may do now: the page never decides rights itself. */
  abilities: z.object({ answer: z.boolean() }),
});
export type Item = z.infer<typeof item>;

export const itemList = z.object({ items: z.array(item), nextCursor: z.string().nullable() });
export type ItemList = z.infer<typeof itemList>;

export const answerBody = z.union([
  z.strictObject({ revision: z.number().int().positive(), response: z.unknown() }),
  z.strictObject({ revision: z.number().int().positive(), text: z.string() }),
]);
export type AnswerBody = z.infer<typeof answerBody>;

/**
 * How `POST /api/items/:id/answer` ends, save for 200 (the item):
 * 409 with `outcome` (closed already) or `item` (a newer revision), 422 with `errors`, 403 with `assignees`, 404.
 * Sent as `application/problem+json`.
 */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().optional(),
  outcome: z.string().optional(),
  item: item.optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  assignees: z.array(z.string()).optional(),
});
export type Problem = z.infer<typeof problem>;

export const conversation = z.object({
  id,
  title: z.string(),
  visibility: z.enum(["public", "private"]),
  /** Where it began. */
  source: z.enum(["slack", "web", "cli", "api", "automation", "event", "child"]),
  /** An open action of it is assigned to the reader. */
  waitingOnYou: z.boolean(),
  /** A Turn is running or a message waits for one. */
  working: z.boolean(),
  /** The surface in whose thread Junior answers as well; null for a conversation that is nowhere else. */
  answersAlsoIn: z.string().nullable(),
  /** Junior was asked to stay out, and does until it is spoken to. */
  muted: z.boolean(),
  /** `stop`: a Turn runs that acts for the reader. `purge`: `DELETE /api/conversations/:id`. */
  abilities: z.object({ stop: z.boolean(), purge: z.boolean() }),
  createdAt: time,
  updatedAt: time,
});
export type Conversation = z.infer<typeof conversation>;

export const conversationList = z.object({ conversations: z.array(conversation), nextCursor: z.string().nullable() });
export type ConversationList = z.infer<typeof conversationList>;

/** Its bytes are at `/api/attachments/:id`; `mediaType` was read from them, `size` counts them. */
export const attachment = z.object({ id, name: z.string(), mediaType: z.string(), size: z.number().int() });
export type Attachment = z.infer<typeof attachment>;

export const message = z.object({
  id,
  sequence: z.number().int(),
  source: conversation.shape.source,
  author: z.object({ kind: z.enum(["person", "junior", "child", "event"]), name: z.string(), you: z.boolean() }),
  /** Markdown; may be empty where something is attached. */
  text: z.string(),
  attachments: z.array(attachment),
  /** `waiting`: not yet read by Junior. */
  state: z.enum(["undecided", "waiting", "seen", "taken", "done"]),
  /** Its author changed or deleted it where it was written; of a deleted one neither text nor files are left. */
  edited: z.boolean(),
  deleted: z.boolean(),
  /** What Junior put on it: names of emoji, without colons. */
  reactions: z.array(z.string()),
  /** The question that this message answers. */
  itemId: id.nullable(),
  createdAt: time,
});
export type Message = z.infer<typeof message>;

/** One use of a tool by Junior. */
export const step = z.object({
  turnId: id,
  /** Unique within the Turn. */
  callId: z.string(),
  tool: z.string(),
  /** In plain words: "Wrote a file: notes.txt"; before it is done, and where it failed, "Writing a file: notes.txt". */
  text: z.string(),
  /** `stopped`: its Turn ended before it did. */
  state: z.enum(["running", "done", "failed", "stopped"]),
  /** The first line of what went wrong. */
  error: z.string().nullable(),
  /** The beginning of what it gave, 2,000 characters at most; null where it gave nothing that people read. */
  output: z.string().nullable(),
  startedAt: time.nullable(),
  /** Milliseconds; null while it runs, and where nobody measured it. */
  tookMs: z.number().int().nullable(),
  /** It stands after the message with this `sequence`. */
  afterSequence: z.number().int(),
});
export type Step = z.infer<typeof step>;

/** In order of `sequence`; the newest page first when `before` is left out. `steps`: those after these messages, in order. */
export const messageList = z.object({ messages: z.array(message), steps: z.array(step), hasEarlier: z.boolean() });
export type MessageList = z.infer<typeof messageList>;

/** Characters (code points) that one message may hold, wherever it is written. */
export const longestMessage = 40_000;

/** Body of `POST /api/conversations` and `POST /api/conversations/:id/messages`. */
export const messageBody = z
  .strictObject({
    /** May be empty where something is attached. */
    text: z
      .string()
      .trim()
      .refine((text) => text.length <= longestMessage || [...text].length <= longestMessage, {
        message: `A message may hold ${longestMessage.toLocaleString("en-GB")} characters at most. Nothing was stored.`,
      }),
    /** What `POST /api/attachments` answered; each can be sent once. */
    attachments: z.array(id).max(10).optional(),
    /** Made by the client; the same key twice stores one message. */
    key: z.string().min(8).max(100),
  })
  .refine((body) => body.text !== "" || body.attachments?.length, { path: ["text"], message: "Say something, or attach a file." });
export type MessageBody = z.infer<typeof messageBody>;

export const me = z.object({
  userId: id,
  name: z.string(),
  identities: z.array(z.object({ provider: z.string(), handle: z.string() })),
  /** Signed in by a link, which `POST /auth/sign-out` ends; else the person at Junior's own machine. */
  bySession: z.boolean(),
  counts: z.object({ needsYou: z.number().int(), waitOnOthers: z.number().int() }),
});
export type Me = z.infer<typeof me>;

/** `GET /api/status`: what is on and what is off, with one mend each. */
export const status = z.object({
  version: z.string(),
  parts: z.array(z.object({ name: z.string(), on: z.boolean(), detail: z.string(), mend: z.string().nullable() })),
  /** The rehearsal model's scenes, to click; empty with a real model. */
  suggestions: z.array(z.string()),
});
export type Status = z.infer<typeof status>;

/** `GET /api/events`: event `change` with this data, id for `Last-Event-ID`; or event `reload` when the client is too old. */
export const change = z.object({
  kind: z.enum(["conversation", "item", "person"]),
  id,
  conversationId: id.nullable(),
});
export type Change = z.infer<typeof change>;
