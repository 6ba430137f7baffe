import type { Item, Message } from "junior-web/contract";
import { words } from "../base/words.ts";
import { findMessageView, type MessageView } from "../conversations/conversation-reader-store.ts";
import { presentMessage } from "../conversations/present-message.ts";
import { findTurnState } from "../turns/turn-store.ts";
import { beginConversation, type ChatSession, goOnWith, openAsks, openChatSession, type Unsent } from "./chat-session.ts";
import { answerHints } from "./answer-hints.ts";
import { attachmentLines } from "./attachment-lines.ts";
import type { CliHouse } from "./cli-deps.ts";
import { exitCodes } from "./exit-codes.ts";
import { itemPage } from "./item-text.ts";
import { cut } from "./layout.ts";
import { oneLine, plainText } from "./plain-text.ts";
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
      const saying = await say(house, session, options.conversationId, line);
      if ("refusal" in saying) {
        screen.tell(saying.refusal);
        return exitCodes.refused;
      }
      const { opened, messageId } = saying;
      session = opened;
      const onNews = (news: MessageView[]) => json || printNews(house, screen, opened, news);
      const said = await followToEnd(house, screen, opened, messageId, left, onNews);
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
): Promise<{ opened: ChatSession; messageId: string } | Unsent> {
  if (session) return { opened: session, ...(await session.send(text)) };
  if (conversationId === null) {
    const begun = await beginConversation(house, text);
    return "refusal" in begun ? begun : { opened: await openChatSession(house, begun.conversationId, begun.messageId), ...begun };
  }
  const opened = await openChatSession(house, conversationId);
  try {
    await opened.look(); // what stood there before is not repeated
    const sent = await opened.send(text);
    if ("refusal" in sent) await opened.close();
    return { opened, ...sent };
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
  screen: Screen,
  session: ChatSession,
  messageId: string,
  left: AbortSignal,
  onNews: (news: MessageView[]) => void,
): Promise<Said> {
  const all: MessageView[] = [];
  for (;;) {
    const changed = session.watch.nextChange();
    const { state } = await findMessageView(house.database, messageId);
    const { news, doing } = await session.look();
    onNews(news);
    all.push(...news);
    if (state === "done" || state === "seen" || left.aborted) {
      const turn = await findTurnState(house.database, messageId);
      return { news: all, asks: await openAsks(house, session.conversationId), unfinished: turn === "failed" || turn === "stopped" };
    }
    screen.progress(cut(oneLine(doing ?? words.isWorking), screen.width - 1));
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
