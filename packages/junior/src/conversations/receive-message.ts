import { newId } from "../base/ids.ts";
import type { Transaction } from "../db/database.ts";
import type { MessageState, Source } from "../db/schema.ts";
import { mostFilesPerMessage } from "../files/file.ts";
import { claimFiles } from "../files/file-store.ts";
import type { Queue } from "../queue/queue.ts";
import { addDelivery } from "./delivery-store.ts";
import { type Location, type NewConversation, findIdByExternalKey, lockConversation } from "./conversation-store.ts";
import { linkFiles } from "./message-file-store.ts";
import { setMuted } from "./mute-store.ts";
import type { Heard } from "./participant-store.ts";
import { asksToStayOut, readStayOut } from "./read-stay-out.ts";
import { appendMessage, findByExternalKey, raiseMessage } from "./message-store.ts";

export type MessageAuthor =
  /** A bystander (a guest, somebody of another organisation) is heard and does not take part by it. */
  | { kind: "person"; userId: string; identityId: string; byToken?: boolean; isBystander?: boolean; heard?: Heard }
  | { kind: "child" | "event" };

export type NewMessage = {
  /** An existing Conversation, or what names one from outside: it is made on its first message. */
  conversation: { id: string } | NewConversation;
  /** The same key twice is the same message. At most 200 characters. */
  externalKey: string;
  source: Source;
  author: MessageAuthor;
  /** Whom a Turn that takes this message acts for; left out: its author. */
  actorIdentityId?: string | null;
  /** The Turn tree that it belongs to; left out: its Turn opens a new one. */
  turnTreeId?: string | null;
  /** The question that it answers. */
  item?: { id: string; revision: number } | null;
  text: string;
  /** `undecided`: the worker decides whether it is for Junior. `seen`: kept, not for Junior. */
  state: Extract<MessageState, "undecided" | "waiting" | "seen">;
};

/** With what its author has uploaded before, 10 files at most; its text may then be empty. */
export type NewMessageWithFiles = NewMessage & { files: { ids: string[] } };

export type Received = {
  conversationId: string;
  messageId: string;
  /** `known`: the key was there and nothing changed. `raised`: this copy says more, so that it now waits. */
  outcome: "stored" | "raised" | "known";
};

/** Each fails only where the Conversation was made or purged at that very moment. */
const mostTries = 3;

/** Says without words that Junior stays out. */
const mutedEmoji = "zipper_mouth_face";

/** The files are not all there, not all the author's, on something else already, or more than 10. */
export type FilesRefused = "files-refused";

/**
 * One thing said becomes one row with the Conversation's next number, and a hint. Locks the Conversation row.
 * "Stay out" mutes a thread and is kept aside with a sign that it was heard; a mention ends that.
 * A known key does nothing, except that a copy which says more (the mention twin) raises it to `waiting`.
 * @returns null when the message was taken away before, or the Conversation with this id is not there or has been purged;
 * where files are refused, the caller rolls back, since a new Conversation has been made by then
 * @throws when what names a Conversation from outside leads to none: the message must come again
 */
export async function receiveMessage(
  transaction: Transaction,
  queue: Queue,
  message: NewMessageWithFiles,
): Promise<Received | FilesRefused | null>;
export async function receiveMessage(transaction: Transaction, queue: Queue, message: NewMessage): Promise<Received | null>;
export async function receiveMessage(
  transaction: Transaction,
  queue: Queue,
  message: NewMessage | NewMessageWithFiles,
): Promise<Received | FilesRefused | null> {
  const { conversation } = message;
  if ("id" in conversation) return receiveInto(transaction, queue, conversation.id, message);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const started = await startConversation(transaction, conversation, message);
    if (started) return started;
    const named = conversation.externalKey === null ? null : await findIdByExternalKey(transaction, conversation.externalKey);
    const joined = named === null ? null : await receiveInto(transaction, queue, named, message);
    if (joined) return joined;
    const known = await findByExternalKey(transaction, message.externalKey);
    if (known === "purged") return null;
    const elsewhere = known ? await receiveInto(transaction, queue, known.conversationId, message) : null;
    if (elsewhere) return elsewhere;
    // What was made or purged in between: a Conversation that is purged gives its name free.
  }
  throw new Error("no Conversation takes the message");
}

/** @returns null when the Conversation or the message is there already, or the message was taken away before */
async function startConversation(
  transaction: Transaction,
  conversation: NewConversation,
  message: NewMessage | NewMessageWithFiles,
): Promise<Received | FilesRefused | null> {
  const { location } = conversation;
  const isStayOut = message.state === "waiting" && asksToStayOut(message) && location?.surface === message.source;
  return store(transaction, { conversationId: newId(), created: conversation, message, mutedPlace: isStayOut ? location : null });
}

async function receiveInto(
  transaction: Transaction,
  queue: Queue,
  conversationId: string,
  message: NewMessage | NewMessageWithFiles,
): Promise<Received | FilesRefused | null> {
  if (!(await lockConversation(transaction, conversationId))) return null;
  const found = await findByExternalKey(transaction, message.externalKey);
  if (found === "purged") return null;
  const mutedPlace = await readStayOut(transaction, conversationId, message);
  const stored = found ? null : await store(transaction, { conversationId, created: null, message, mutedPlace });
  if (stored) return stored;
  // Of two transactions with one key for two Conversations, the later one sees the other's message only now.
  const known = found ?? (await findByExternalKey(transaction, message.externalKey));
  if (!known || known === "purged") return null;

  if (message.state !== "waiting" || mutedPlace || !(await raiseMessage(transaction, known.id))) {
    return { conversationId: known.conversationId, messageId: known.id, outcome: "known" };
  }
  await setMuted(transaction, known.conversationId, false);
  await queue.hint(transaction, "turn", known.conversationId);
  return { conversationId: known.conversationId, messageId: known.id, outcome: "raised" };
}

async function store(
  transaction: Transaction,
  given: {
    conversationId: string;
    created: NewConversation | null;
    message: NewMessage | NewMessageWithFiles;
    mutedPlace: Location | null;
  },
): Promise<Received | FilesRefused | null> {
  const { conversationId, created, message, mutedPlace } = given;
  const messageId = newId();
  const stored = mutedPlace ? { ...message, state: "seen" as const } : message;
  const fileIds = "files" in message ? message.files.ids : [];
  const uploader = message.author.kind === "person" ? message.author.userId : null;
  const claimed = async () => fileIds.length <= mostFilesPerMessage && (await claimFiles(transaction, fileIds, uploader));
  if (!created && !(await claimed())) return "files-refused";
  if (!(await appendMessage(transaction, conversationId, messageId, stored, created))) return null;
  // Not sooner: where the Conversation is there already, this message may be a copy of one that has these files.
  if (created && !(await claimed())) return "files-refused";
  await linkFiles(transaction, messageId, fileIds);
  if (mutedPlace) {
    await setMuted(transaction, conversationId, true);
    await addDelivery(transaction, { kind: "reaction", messageId, emoji: mutedEmoji, conversationId, place: mutedPlace });
  }
  return { conversationId, messageId, outcome: "stored" };
}
