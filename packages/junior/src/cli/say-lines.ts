import type { Item, Message } from "junior-web/contract";
import { findMessageView, type MessageView } from "../conversations/conversation-reader-store.ts";
import { presentMessage } from "../conversations/present-message.ts";
import { findTurnState } from "../turns/turn-store.ts";
import { beginConversation, type ChatSession, goOnWith, openAsks, openChatSession } from "./chat-session.ts";
import { answerHints } from "./answer-hints.ts";
import { attachmentLines } from "./attachment-lines.ts";
import type { CliHouse } from "./cli-deps.ts";
import { exitCodes } from "./exit-codes.ts";
import { itemPage } from "./item-text.ts";
import { plainText } from "./plain-text.ts";
import type { Screen } from "./screen.ts";

export type SayOptions = { conversationId: string | null; json: boolean; left: AbortSignal };

/**
 * Says one line after the other, each when the work of the one before has ended, and prints what comes back.
 * Lines from a pipe were written before anything was asked, so they are never taken for answers.
 * @returns the exit code
 */
export async function sayLines(house: CliHouse, screen: Screen, lines: AsyncIterable<string>, options: SayOptions): Promise<number> {
  const { left, json } = options;
  let session: ChatSession | null = null;
  let asks: Item[] = [];
  let unfinished = false;
  try {
    for await (const line of lines) {
      if (line.trim() === "") continue;
      const { opened, messageId } = await say(house, session, options.conversationId, line);
      session = opened;
      const said = await followToEnd(house, opened, messageId, left, (news) => json || printNews(house, screen, opened, news));
      asks = said.asks;
      unfinished ||= said.unfinished;
      if (json) screen.printJson(answerOf(session, said, house.person.userId));
      if (left.aborted) break;
    }
    if (!session) return left.aborted ? exitCodes.interrupted : exitCodes.done;
    if (!json)
      for (const ask of asks)
        screen.print(`\n${itemPage(ask, house.person.userId, { ...screen, now: new Date() })}\n\n${answerHints(ask)}`);
    screen.tell(goOnWith(session.conversationId));
    if (left.aborted) return exitCodes.interrupted;
    if (unfinished) return exitCodes.refused;
    return asks.some((ask) => ask.kind === "action") ? exitCodes.stillOpen : exitCodes.done;
  } finally {
    await session?.close();
  }
}

async function say(
  house: CliHouse,
  session: ChatSession | null,
  conversationId: string | null,
  text: string,
): Promise<{ opened: ChatSession; messageId: string }> {
  if (session) return { opened: session, ...(await session.send(text)) };
  if (conversationId === null) {
    const begun = await beginConversation(house, text);
    return { opened: await openChatSession(house, begun.conversationId, begun.messageId), messageId: begun.messageId };
  }
  const opened = await openChatSession(house, conversationId);
  try {
    await opened.look(); // what stood there before is not repeated
    return { opened, ...(await opened.send(text)) };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** `unfinished`: its Turn ended without the work being done; the reply says why. */
type Said = { news: MessageView[]; asks: Item[]; unfinished: boolean };

/** Until the Turn that took the message has ended. */
async function followToEnd(
  house: CliHouse,
  session: ChatSession,
  messageId: string,
  left: AbortSignal,
  onNews: (news: MessageView[]) => void,
): Promise<Said> {
  const all: MessageView[] = [];
  for (;;) {
    const changed = session.watch.nextChange();
    const { state } = await findMessageView(house.database, messageId);
    const { news } = await session.look();
    onNews(news);
    all.push(...news);
    if (state === "done" || state === "seen" || left.aborted) {
      const turn = await findTurnState(house.database, messageId);
      return { news: all, asks: await openAsks(house, session.conversationId), unfinished: turn === "failed" || turn === "stopped" };
    }
    await firstOf(changed, left);
  }
}

function printNews(house: CliHouse, screen: Screen, { sent }: ChatSession, news: MessageView[]): void {
  for (const { id, itemId, text, files } of news) {
    if (sent.has(id) || itemId !== null) continue;
    if (text.trim() !== "") screen.print(screen.prose(plainText(text)));
    for (const line of attachmentLines(house, screen, files)) screen.print(line);
  }
}

function answerOf(session: ChatSession, said: Said, readerUserId: string): { conversationId: string; messages: Message[]; items: Item[] } {
  return {
    conversationId: session.conversationId,
    messages: said.news.map((message) => presentMessage(message, readerUserId)),
    items: said.asks,
  };
}

function firstOf(...signals: AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const either = AbortSignal.any(signals);
    if (either.aborted) resolve();
    else either.addEventListener("abort", () => resolve(), { once: true });
  });
}
