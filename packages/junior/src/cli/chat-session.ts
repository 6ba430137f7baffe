import type { Item } from "junior-web/contract";
import { newId } from "../base/ids.ts";
import { conversationTitle } from "../conversations/conversation-title.ts";
import { listMessages, type MessageView } from "../conversations/conversation-reader-store.ts";
import { receiveMessage } from "../conversations/receive-message.ts";
import { type ItemFilter, listItems } from "../desk/item-reader-store.ts";
import { presentItems } from "../desk/present-items.ts";
import type { CliHouse } from "./cli-deps.ts";
import { commandName } from "./command-name.ts";
import { shortId } from "./find-by-id.ts";
import { type Watch, watchConversation } from "./watch-conversation.ts";

export type Seen = {
  /** What was said since the last look, in order. */
  news: MessageView[];
  working: boolean;
  /** Open here and asked of this person, oldest first. */
  asks: Item[];
};

/** One Conversation as this terminal follows it. */
export type ChatSession = {
  conversationId: string;
  /** Ids of the messages that this terminal said. */
  sent: ReadonlySet<string>;
  send(text: string): Promise<{ messageId: string }>;
  look(): Promise<Seen>;
  watch: Watch;
  close(): Promise<void>;
};

/** Stores the first message of a new private Conversation. */
export async function beginConversation(house: CliHouse, text: string): Promise<{ conversationId: string; messageId: string }> {
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
      if (!received) throw new Error("the Conversation was deleted");
      sent.add(received.messageId);
      return received;
    },
    async look() {
      const messages = await readMessages(house, conversationId, shown);
      const news = messages.filter((message) => message.sequence > shown);
      shown = news.at(-1)?.sequence ?? shown;
      const working = messages.some(({ state }) => state === "undecided" || state === "waiting" || state === "taken");
      return { news, working, asks: await openAsks(house, conversationId) };
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

function store({ database, queue, person }: CliHouse, text: string, conversation: Parameters<typeof receiveMessage>[2]["conversation"]) {
  return database.transaction().execute((transaction) =>
    receiveMessage(transaction, queue, {
      conversation,
      externalKey: `cli:${person.userId}:${newId()}`,
      source: "cli",
      author: { kind: "person", userId: person.userId, identityId: person.identityId },
      text: text.replaceAll("\0", ""), // PostgreSQL keeps no such character
      state: "waiting",
    }),
  );
}

/** How a person takes it up again. */
export const goOnWith = (conversationId: string): string => `Go on with: ${commandName} chat --conversation ${shortId(conversationId)}`;
