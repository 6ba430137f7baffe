import { type Item, longestMessage } from "junior-web/contract";
import { newId } from "../base/ids.ts";
import { words } from "../base/words.ts";
import { conversationTitle } from "../conversations/conversation-title.ts";
import { listMessages, type MessageView } from "../conversations/conversation-reader-store.ts";
import { type Received, receiveMessage } from "../conversations/receive-message.ts";
import { type ItemFilter, listItems } from "../desk/item-reader-store.ts";
import { presentItems } from "../desk/present-items.ts";
import { presentSteps } from "../turns/present-steps.ts";
import { loadTranscriptSteps } from "../turns/transcript-store.ts";
import type { CliHouse } from "./cli-deps.ts";
import { commandName } from "./command-name.ts";
import { shortId } from "./find-by-id.ts";
import { type Watch, watchConversation } from "./watch-conversation.ts";

export type Seen = {
  /** What was said since the last look, in order. */
  news: MessageView[];
  working: boolean;
  /** What Junior does there now, in a few words; null where that is not known. */
  doing: string | null;
  /** Open here and asked of this person, oldest first. */
  asks: Item[];
};

/** One Conversation as this terminal follows it. */
export type ChatSession = {
  conversationId: string;
  /** Ids of the messages that this terminal said. */
  sent: ReadonlySet<string>;
  send(text: string): Promise<{ messageId: string } | Unsent>;
  look(): Promise<Seen>;
  watch: Watch;
  close(): Promise<void>;
};

/** Nothing was stored, and why. */
export type Unsent = { refusal: string };

/** Stores the first message of a new private Conversation. */
export async function beginConversation(house: CliHouse, text: string): Promise<{ conversationId: string; messageId: string } | Unsent> {
  const received = await store(house, text, {
    externalKey: null,
    source: "cli",
    visibility: "private",
    title: conversationTitle(text),
    location: null,
  });
  if (!received) throw new Error("a new Conversation takes its first message");
  return received;
}

/** Follows a Conversation and works on it in this process. `begunWith`: the message of ours that began it. */
export async function openChatSession(house: CliHouse, conversationId: string, begunWith?: string): Promise<ChatSession> {
  const watch = watchConversation(house.changes, conversationId);
  let stopWork: () => Promise<void>;
  try {
    stopWork = await house.workOn(conversationId);
  } catch (error) {
    watch.close();
    throw error;
  }
  let shown = 0;
  const sent = new Set(begunWith ? [begunWith] : []);
  return {
    conversationId,
    sent,
    watch,
    async send(text) {
      const received = await store(house, text, { id: conversationId });
      if (!received) return { refusal: words.conversationGone };
      if (!("refusal" in received)) sent.add(received.messageId);
      return received;
    },
    async look() {
      const messages = await readMessages(house, conversationId, shown);
      const news = messages.filter((message) => message.sequence > shown);
      shown = news.at(-1)?.sequence ?? shown;
      const working = messages.some(({ state }) => state === "undecided" || state === "waiting" || state === "taken");
      const doing = await findDoing(house, conversationId, messages);
      return { news, working, doing, asks: await openAsks(house, conversationId) };
    },
    async close() {
      watch.close();
      await stopWork();
    },
  };
}

/** What this person is asked there now. */
export async function openAsks(house: CliHouse, conversationId: string): Promise<Item[]> {
  const filter: ItemFilter = { state: "open", mine: true, conversationId };
  const page = await listItems(house.database, house.person, filter, { cursor: null, limit: 20 });
  return page === "bad-cursor" ? [] : presentItems(house.database, house.person, page.items, new Date());
}

/** The latest step that runs for what was said there. */
async function findDoing(house: CliHouse, conversationId: string, messages: MessageView[]): Promise<string | null> {
  const taken = messages.filter(({ state }) => state === "taken").map(({ sequence }) => sequence);
  if (taken.length === 0) return null;
  const range = { from: Math.min(...taken), to: Math.max(...taken) };
  const steps = presentSteps(await loadTranscriptSteps(house.database, house.person, conversationId, range, await house.targets()));
  return steps.findLast(({ state }) => state === "running")?.text ?? null;
}

/** The newest messages, back to the first one that has not been shown. */
async function readMessages({ database }: CliHouse, conversationId: string, shown: number): Promise<MessageView[]> {
  const all: MessageView[] = [];
  for (let before: number | null = null; ;) {
    const page: Awaited<ReturnType<typeof listMessages>> = await listMessages(database, conversationId, { before, limit: 50 });
    all.unshift(...page.messages);
    const first = page.messages[0];
    if (!first || !page.hasEarlier || first.sequence <= shown + 1) return all;
    before = first.sequence;
  }
}

async function store(
  { database, queue, person }: CliHouse,
  text: string,
  conversation: Parameters<typeof receiveMessage>[2]["conversation"],
): Promise<Received | Unsent | null> {
  const { length } = [...text.trim()];
  if (length > longestMessage) return { refusal: words.messageTooLong(longestMessage, length) };
  return database.transaction().execute((transaction) =>
    receiveMessage(transaction, queue, {
      conversation,
      externalKey: `cli:${person.userId}:${newId()}`,
      source: "cli",
      author: { kind: "person", userId: person.userId, identityId: person.identityId },
      text,
      state: "waiting",
    }),
  );
}

/** How a person takes it up again. */
export const goOnWith = (conversationId: string): string => `Go on with: ${commandName} chat --conversation ${shortId(conversationId)}`;
