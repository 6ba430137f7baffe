import { type Conversation, type ConversationList, type MessageList, messageBody } from "junior-web/contract";
import { Hono } from "hono";
import { z } from "zod";
import {
  type ConversationView,
  findMessageView,
  findReadableConversation,
  listConversations,
  listMessages,
} from "../conversations/conversation-reader-store.ts";
import { words } from "../base/words.ts";
import { conversationTitle } from "../conversations/conversation-title.ts";
import { findByExternalKey } from "../conversations/message-store.ts";
import { presentMessage } from "../conversations/present-message.ts";
import { receiveMessage } from "../conversations/receive-message.ts";
import type { Database } from "../db/database.ts";
import { findWaitingOn } from "../desk/item-reader-store.ts";
import type { Person } from "../people/person.ts";
import type { Queue } from "../queue/queue.ts";
import { requestStop } from "../turns/request-stop.ts";
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

export function conversationRoutes({ queue }: { queue: Queue }) {
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
      const { text, key } = context.req.valid("json");
      const externalKey = `web:${person.userId}:${key}`;
      const id = await database.transaction().execute(async (transaction) => {
        const known = await findByExternalKey(transaction, externalKey);
        if (known) return known.conversationId;
        const received = await receiveMessage(transaction, queue, {
          conversation: { externalKey, source: "web", visibility: "private", title: conversationTitle(text), location: null },
          externalKey,
          source: "web",
          author: { kind: "person", userId: person.userId, identityId: person.identityId },
          text,
          state: "waiting",
        });
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
      const list: MessageList = {
        messages: page.messages.map((message) => presentMessage(message, person.userId)),
        hasEarlier: page.hasEarlier,
      };
      return context.json(list);
    })
    .post("/:id/messages", requireId, readBody(messageBody), async (context) => {
      const { person, database } = context.var;
      const { text, key } = context.req.valid("json");
      const conversation = await findReadableConversation(database, person, context.req.param("id"));
      if (!conversation) return notFound(context);
      const received = await database.transaction().execute((transaction) =>
        receiveMessage(transaction, queue, {
          conversation: { id: conversation.id },
          externalKey: `web:${person.userId}:${key}`,
          source: "web",
          author: { kind: "person", userId: person.userId, identityId: person.identityId },
          text,
          state: "waiting",
        }),
      );
      if (!received) return notFound(context);
      if (received.conversationId !== conversation.id) {
        return problem(context, 409, { detail: "This key belongs to a message of another conversation. Nothing was stored." });
      }
      return context.json(presentMessage(await findMessageView(database, received.messageId), person.userId), 201);
    })
    .post("/:id/stop", requireId, async (context) => {
      const stopped = await requestStop(context.var.database, context.req.param("id"), context.var.person);
      if (stopped === "not-found") return notFound(context);
      if (stopped === "not-yours") return problem(context, 409, { detail: words.nothingToStop });
      return context.json({}, 202);
    });
}

async function present(database: Database, person: Person, conversations: ConversationView[]): Promise<Conversation[]> {
  const ids = conversations.map((conversation) => conversation.id);
  const [waiting, running] = await Promise.all([findWaitingOn(database, person.userId, ids), findRunningFor(database, person.userId, ids)]);
  return conversations.map((conversation) =>
    presentConversation(conversation, { waitingOnYou: waiting.has(conversation.id), mayStop: running.has(conversation.id) }),
  );
}
