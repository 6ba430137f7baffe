import { type RawBuilder, type SqlBool, sql } from "kysely";
import { mayReadConversation } from "../authority/may-read.ts";
import type { Connection } from "../db/database.ts";
import type { MessageState, Source, Visibility } from "../db/schema.ts";
import { conditions } from "../db/sql-logic.ts";
import type { FileInfo } from "../files/file.ts";
import type { Person } from "../people/person.ts";
import { listMessageFiles } from "./message-file-store.ts";
import { takesPart } from "./participant-store.ts";

export type ConversationView = {
  id: string;
  title: string;
  visibility: Visibility;
  source: Source;
  working: boolean;
  muted: boolean;
  /** The surface where it is delivered. */
  locationSurface: string | null;
  createdAt: Date;
  updatedAt: Date;
};

export type MessageView = {
  id: string;
  sequence: number;
  source: Source;
  authorKind: "person" | "junior" | "child" | "event";
  authorUserId: string | null;
  authorName: string | null;
  text: string;
  files: FileInfo[];
  state: MessageState;
  itemId: string | null;
  edited: boolean;
  /** Its text and files are not shown any more. */
  deleted: boolean;
  /** Names of emoji that Junior put on it. */
  reactions: string[];
  createdAt: Date;
};

/** Whether a reader may know of the Conversation that a query calls `alias`. */
export function readsConversation(reader: Person, alias: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return mayReadConversation(conditions, {
    isPublic: sql`${column("visibility")} = 'public'`,
    readerIsFullMember: sql`${reader.fullMember}::boolean`,
    readerTakesPart: takesPart(column("id"), reader.userId),
  });
}

export async function findReadableConversation(connection: Connection, reader: Person, id: string): Promise<ConversationView | null> {
  return (await readable(connection, reader).where("conversation.id", "=", id).executeTakeFirst()) ?? null;
}

/** Which of these Conversations this person may know of. */
export async function findReadableConversationIds(connection: Connection, reader: Person, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await readable(connection, reader).where("conversation.id", "in", ids).execute();
  return new Set(rows.map((row) => row.id));
}

/**
 * Which of these Conversations this person is told of when they change. A purged one is among them: whoever has it
 * open learns that it is gone.
 */
export async function findToldConversations(
  connection: Connection,
  reader: Person,
  ids: string[],
): Promise<Map<string, { purged: boolean }>> {
  if (ids.length === 0) return new Map();
  const rows = await connection
    .selectFrom("junior_conversations as conversation")
    .select(["conversation.id", "conversation.purged_at as purgedAt"])
    .where("conversation.id", "in", ids)
    .where(readsConversation(reader, "conversation"))
    .execute();
  return new Map(rows.map(({ id, purgedAt }) => [id, { purged: purgedAt !== null }]));
}

/** Conversations whose id ends like this, for ids that people type. */
export async function findReadableConversationsByEnding(
  connection: Connection,
  reader: Person,
  ending: string,
  limit: number,
): Promise<ConversationView[]> {
  return readable(connection, reader)
    .where(sql<SqlBool>`right(conversation.id::text, ${ending.length}::integer) = ${ending}`)
    .orderBy("conversation.id")
    .limit(limit)
    .execute();
}

/** The latest touched first; `before` is the id of the last one of the page before. */
export async function listConversations(
  connection: Connection,
  reader: Person,
  page: { before: string | null; limit: number },
): Promise<{ conversations: ConversationView[]; next: string | null }> {
  let query = readable(connection, reader);
  if (page.before) {
    query = query.where(
      sql<SqlBool>`(conversation.updated_at, conversation.id) < (select updated_at, id from junior_conversations where id = ${page.before})`,
    );
  }
  const rows = await query
    .orderBy("conversation.updated_at", "desc")
    .orderBy("conversation.id", "desc")
    .limit(page.limit + 1)
    .execute();
  const shown = rows.slice(0, page.limit);
  return { conversations: shown, next: rows.length > page.limit ? (shown.at(-1)?.id ?? null) : null };
}

/** The newest messages before a sequence number, in order. The caller has checked that the reader may see them. */
export async function listMessages(
  connection: Connection,
  conversationId: string,
  page: { before: number | null; limit: number },
): Promise<{ messages: MessageView[]; hasEarlier: boolean }> {
  let query = messageViews(connection).where("message.conversation_id", "=", conversationId);
  if (page.before !== null) query = query.where("message.sequence", "<", page.before);
  const rows = await query
    .orderBy("message.sequence", "desc")
    .limit(page.limit + 1)
    .execute();
  const messages = await withFiles(connection, rows.slice(0, page.limit).reverse());
  return { messages, hasEarlier: rows.length > page.limit };
}

/** A message that is there. The caller has checked that the reader may see it. */
export async function findMessageView(connection: Connection, id: string): Promise<MessageView> {
  const row = await messageViews(connection).where("message.id", "=", id).executeTakeFirstOrThrow();
  const files = await listMessageFiles(connection, [id]);
  return { ...row, files: files.get(id) ?? [] };
}

async function withFiles<Row extends { id: string }>(connection: Connection, rows: Row[]): Promise<(Row & { files: FileInfo[] })[]> {
  const ids = rows.map(({ id }) => id);
  const files = await listMessageFiles(connection, ids);
  return rows.map((row) => ({ ...row, files: files.get(row.id) ?? [] }));
}

const messageViews = (connection: Connection) =>
  connection
    .selectFrom("junior_messages as message")
    .leftJoin("junior_identities as identity", "identity.id", "message.author_identity_id")
    .leftJoin("junior_users as user", "user.id", "identity.user_id")
    .select([
      "message.id",
      "message.sequence",
      "message.source",
      "message.author_kind as authorKind",
      "user.id as authorUserId",
      "user.name as authorName",
      sql<string>`case when message.deleted_at is null then message.text else '' end`.as("text"),
      "message.state",
      "message.item_id as itemId",
      sql<boolean>`message.edited_at is not null`.as("edited"),
      sql<boolean>`message.deleted_at is not null`.as("deleted"),
      sql<string[]>`array(
        select delivery.emoji from junior_deliveries as delivery
        where delivery.message_id = message.id and delivery.kind = 'reaction' and delivery.parked_code is null
        order by delivery.created_at)`.as("reactions"),
      "message.created_at as createdAt",
    ]);

const readable = (connection: Connection, reader: Person) =>
  connection
    .selectFrom("junior_conversations as conversation")
    .select([
      "conversation.id",
      "conversation.title",
      "conversation.visibility",
      "conversation.source",
      "conversation.muted",
      "conversation.location_surface as locationSurface",
      "conversation.created_at as createdAt",
      "conversation.updated_at as updatedAt",
      sql<boolean>`(conversation.lease_until > now() or exists (
        select from junior_messages as message
        where message.conversation_id = conversation.id and message.state in ('undecided', 'waiting')))`.as("working"),
    ])
    .where("conversation.purged_at", "is", null)
    .where(readsConversation(reader, "conversation"));
