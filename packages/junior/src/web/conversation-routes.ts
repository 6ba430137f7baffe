import { type Conversation, type ConversationList, type MessageList, messageBody } from "junior-web/contract";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import {
  type ConversationView,
  findMessageView,
  findReadableConversation,
  listConversations,
  listMessages,
} from "../conversations/conversation-reader-store.ts";
import { mayPurge } from "../authority/may-purge.ts";
import { words } from "../base/words.ts";
import { conversationTitle } from "../conversations/conversation-title.ts";
import { findByExternalKey } from "../conversations/message-store.ts";
import { presentMessage } from "../conversations/present-message.ts";
import { listPurgeFacts } from "../conversations/purge-store.ts";
import { type NewMessage, type Received, receiveMessage } from "../conversations/receive-message.ts";
import type { Database, Transaction } from "../db/database.ts";
import { findWaitingOn } from "../desk/item-reader-store.ts";
import { findFile } from "../files/file-store.ts";
import type { Person } from "../people/person.ts";
import type { Queue } from "../queue/queue.ts";
import { presentSteps } from "../turns/present-steps.ts";
import { requestStop } from "../turns/request-stop.ts";
import type { TargetOf } from "../turns/target-of.ts";
import { loadTranscriptSteps } from "../turns/transcript-store.ts";
import { findRunningFor } from "../turns/turn-store.ts";
import { presentConversation } from "./present-conversation.ts";
import { notFound, problem } from "./problem.ts";
import { readBody } from "./read-body.ts";
import { readQuery } from "./read-query.ts";
import { requireId } from "./require-id.ts";
import type { WebEnv } from "./web-env.ts";

const pageSize = 50;
const listQuery = z.strictObject({ cursor: z.uuid().optional() });
const messagesQuery = z.strictObject({
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
});

type Deps = {
  queue: Queue;
  targetOf: TargetOf;
  /** Deletes a Conversation and all that came of it, where this person may. */
  purgeConversation: (id: string, person: Person) => Promise<"purged" | "not-found" | "not-allowed">;
};

export function conversationRoutes({ queue, targetOf, purgeConversation }: Deps) {
  return new Hono<WebEnv>()
    .get("/", readQuery(listQuery), async (context) => {
      const { person, database } = context.var;
      const { cursor } = context.req.valid("query");
      const { conversations, next } = await listConversations(database, person, { before: cursor ?? null, limit: pageSize });
      const list: ConversationList = { conversations: await present(database, person, conversations), nextCursor: next };
      return context.json(list);
    })
    .post("/", readBody(messageBody), async (context) => {
      const { person, database } = context.var;
      const { text, key, attachments = [] } = context.req.valid("json");
      const externalKey = `web:${person.userId}:${key}`;
      const title = conversationTitle(text === "" ? await nameOf(database, attachments) : text);
      const id = await database.transaction().execute(async (transaction) => {
        const known = await findByExternalKey(transaction, externalKey);
        if (known) return known === "purged" ? undefined : known.conversationId;
        const conversation = { externalKey, source: "web", visibility: "private", title, location: null } as const;
        const received = await say(transaction, queue, person, { conversation, externalKey, text, attachments });
        return received?.conversationId;
      });
      return id === undefined ? notFound(context) : context.json({ id }, 201);
    })
    .get("/:id", requireId, async (context) => {
      const { person, database } = context.var;
      const conversation = await findReadableConversation(database, person, context.req.param("id"));
      if (!conversation) return notFound(context);
      const [shown] = await present(database, person, [conversation]);
      return context.json(shown);
    })
    .get("/:id/messages", requireId, readQuery(messagesQuery), async (context) => {
      const { person, database } = context.var;
      const conversation = await findReadableConversation(database, person, context.req.param("id"));
      if (!conversation) return notFound(context);
      const { before } = context.req.valid("query");
      const page = await listMessages(database, conversation.id, { before: before === undefined ? null : Number(before), limit: pageSize });
      const range = { from: page.messages[0]?.sequence ?? 0, to: page.messages.at(-1)?.sequence ?? -1 };
      const steps = await loadTranscriptSteps(database, person, conversation.id, range, targetOf);
      const list: MessageList = {
        messages: page.messages.map((message) => presentMessage(message, person.userId)),
        // A Turn may reach over two pages: each step stands on that of its message alone.
        steps: presentSteps(steps).filter(({ afterSequence }) => afterSequence >= range.from && afterSequence <= range.to),
        hasEarlier: page.hasEarlier,
      };
      return context.json(list);
    })
    .post("/:id/messages", requireId, readBody(messageBody), async (context) => {
      const { person, database } = context.var;
      const { text, key, attachments = [] } = context.req.valid("json");
      const conversation = await findReadableConversation(database, person, context.req.param("id"));
      if (!conversation) return notFound(context);
      const said = { conversation: { id: conversation.id }, externalKey: `web:${person.userId}:${key}`, text, attachments };
      const received = await database.transaction().execute((transaction) => say(transaction, queue, person, said));
      if (!received) return notFound(context);
      return context.json(presentMessage(await findMessageView(database, received.messageId), person.userId), 201);
    })
    .post("/:id/stop", requireId, async (context) => {
      const stopped = await requestStop(context.var.database, context.req.param("id"), context.var.person);
      if (stopped === "not-found") return notFound(context);
      if (stopped === "not-yours") return problem(context, 409, { detail: words.nothingToStop });
      return context.json({}, 202);
    })
    .delete("/:id", requireId, async (context) => {
      const purged = await purgeConversation(context.req.param("id"), context.var.person);
      if (purged === "not-found") return notFound(context);
      if (purged === "not-allowed") return problem(context, 403, { detail: words.purgeNotAllowed });
      return context.body(null, 204);
    });
}

/** A refusal is thrown: what was made for it is rolled back, and the last edge tells it. */
async function say(
  transaction: Transaction,
  queue: Queue,
  person: Person,
  { attachments, ...said }: Pick<NewMessage, "conversation" | "externalKey" | "text"> & { attachments: string[] },
): Promise<Received | null> {
  const received = await receiveMessage(transaction, queue, {
    ...said,
    source: "web",
    author: { kind: "person", userId: person.userId, identityId: person.identityId },
    files: { ids: attachments },
    state: "waiting",
  });
  if (received === "files-refused") throw new HTTPException(409, { message: words.files.refused });
  if (received && "id" in said.conversation && received.conversationId !== said.conversation.id) {
    throw new HTTPException(409, { message: "This key belongs to a message of another conversation. Nothing was stored." });
  }
  return received;
}

/** Whose it is comes out when it is attached. */
async function nameOf(database: Database, [first]: string[]): Promise<string> {
  return (first !== undefined && (await findFile(database, first))?.name) || words.files.untitled;
}

async function present(database: Database, person: Person, conversations: ConversationView[]): Promise<Conversation[]> {
  const ids = conversations.map((conversation) => conversation.id);
  const [waiting, running, facts] = await Promise.all([
    findWaitingOn(database, person.userId, ids),
    findRunningFor(database, person.userId, ids),
    listPurgeFacts(database, ids, person.userId),
  ]);
  const purgeable = new Set(facts.filter((one) => mayPurge({ ...one, isPublic: one.visibility === "public" })).map(({ id }) => id));
  return conversations.map((conversation) =>
    presentConversation(conversation, {
      waitingOnYou: waiting.has(conversation.id),
      mayStop: running.has(conversation.id),
      mayPurge: purgeable.has(conversation.id),
    }),
  );
}
