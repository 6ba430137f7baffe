import type { Item } from "junior-web/contract";
import { words } from "../base/words.ts";
import type { MessageView } from "../conversations/conversation-reader-store.ts";
import { closeItem } from "../desk/close-item.ts";
import { findReadable } from "../desk/item-reader-store.ts";
import { presentItems } from "../desk/present-items.ts";
import { requestStop } from "../turns/request-stop.ts";
import { beginConversation, type ChatSession, openChatSession, type Seen } from "./chat-session.ts";
import { attachmentLines } from "./attachment-lines.ts";
import { chatHelp, firstAskHelp } from "./chat-help.ts";
import type { CliHouse } from "./cli-deps.ts";
import { askHead, itemPage, questionText } from "./item-text.ts";
import { cut, prose, wrapped } from "./layout.ts";
import type { LineReader } from "./line-reader.ts";
import { oneLine, plainText } from "./plain-text.ts";
import { readCommand } from "./read-command.ts";
import { refusalText } from "./refusal-text.ts";
import type { Screen } from "./screen.ts";
import { type AnswerProgress, noProgress, questionAt, readTyped, typedPrompt } from "./typed-answer.ts";

/** The ask that the next line answers, as it was shown; a line that was begun before is no answer to it. */
type Asked = { item: Item; progress: AnswerProgress; shownAt: number };

/** `working`: Junior had not come to an end there. */
export type Talked = { conversationId: string; working: boolean };

/** Messages shown of a Conversation that is taken up again. */
const recalled = 6;
const frameMs = 200;
const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/**
 * A conversation at a terminal: what is said appears as it comes, and an ask is answered where it appears.
 * While Junior works a typed line is a further message; what is half typed survives whatever appears.
 * @returns the Conversation, where there is one by the end
 */
export async function talk(house: CliHouse, screen: Screen, lines: LineReader, conversationId: string | null): Promise<Talked | null> {
  const session = conversationId === null ? await begin(house, screen, lines) : await openChatSession(house, conversationId);
  if (!session) return null;
  try {
    return { conversationId: session.conversationId, working: await follow(house, screen, lines, session) };
  } finally {
    await session.close();
  }
}

async function begin(house: CliHouse, screen: Screen, lines: LineReader): Promise<ChatSession | null> {
  for (;;) {
    const typed = await lines.next(() => youPrompt(screen));
    if (typed === "end" || typed === "left") return null;
    if (typed === "woken") continue;
    const meant = readCommand(typed.line);
    if ("command" in meant) {
      if (meant.command === "quit") return null;
      lines.print(meant.command === "help" ? chatHelp : words.nothingToStop);
    } else if ("refusal" in meant) lines.print(screen.paint("yellow", meant.refusal));
    else if (meant.said.trim() !== "") {
      const begun = await beginConversation(house, meant.said);
      if (!("refusal" in begun)) return openChatSession(house, begun.conversationId, begun.messageId);
      lines.print(screen.paint("yellow", begun.refusal));
    }
  }
}

const youPrompt = (screen: Screen): string => `${screen.paint("cyan", "you")} › `;

/** @returns whether it was stored */
async function send(screen: Screen, lines: LineReader, session: ChatSession, text: string): Promise<boolean> {
  const sent = await session.send(text);
  if ("refusal" in sent) lines.print(screen.paint("yellow", sent.refusal));
  return !("refusal" in sent);
}

async function stop({ database, person }: CliHouse, lines: LineReader, { conversationId }: ChatSession): Promise<void> {
  const stopped = await requestStop(database, conversationId, person);
  lines.print(stopped === "requested" ? "Stopping. What is done stays done." : words.nothingToStop);
}

/** @returns whether Junior was still at work at the end */
async function follow(house: CliHouse, screen: Screen, lines: LineReader, session: ChatSession): Promise<boolean> {
  let asked: Asked | null = null;
  let first = true;
  let explained = false;
  const told = new Set<string>();
  for (;;) {
    const changed = session.watch.nextChange();
    const seen = await session.look();
    const heard = seen.news.filter((message) => !session.sent.has(message.id));
    for (const message of first ? heard.slice(-recalled) : heard) printMessage(house, screen, lines, message);
    first = false;
    for (const notice of seen.asks.filter((ask) => ask.kind === "notice" && !told.has(ask.id))) {
      told.add(notice.id);
      lines.print(`\n${itemPage(notice, house.person.userId, { ...screen, now: new Date() })}\n`);
    }
    asked = await nextAsked(
      house,
      screen,
      lines,
      asked,
      seen.asks.filter((ask) => ask.kind === "action"),
    );
    if (asked && !explained) lines.print(screen.paint("dim", wrapped(firstAskHelp, screen.width).join("\n")));
    explained ||= asked !== null;
    const typed = await read(screen, lines, asked, seen, changed);
    if (typed === "end" || typed === "left") return seen.working;
    if (typed === "woken") continue;
    const meant = readCommand(typed.line);
    if ("command" in meant) {
      if (meant.command === "quit") return seen.working;
      if (meant.command === "stop") await stop(house, lines, session);
      else lines.print(chatHelp);
    } else if ("refusal" in meant) lines.print(screen.paint("yellow", meant.refusal));
    else if (asked && !isBefore(typed.begunAt, asked)) asked = await readAnswer(house, screen, lines, session, asked, meant.said);
    else if (meant.said.trim() !== "" && (await send(screen, lines, session, meant.said)) && asked)
      lines.print(screen.paint("dim", words.sentWhileAsked));
  }
}

const isBefore = (begunAt: number, { shownAt }: Asked): boolean => begunAt <= shownAt;

/** Shows an ask that is new or was changed, and says how one ended that was answered elsewhere. */
async function nextAsked(house: CliHouse, screen: Screen, lines: LineReader, asked: Asked | null, open: Item[]): Promise<Asked | null> {
  const look = { ...screen, now: new Date() };
  const still = asked && open.find((item) => item.id === asked.item.id);
  if (asked && still?.revision === asked.item.revision) return asked;
  if (asked && still) lines.print(screen.paint("yellow", words.oldQuestion));
  if (asked && !still) lines.print(screen.paint("green", await endOf(house, asked.item.id)));
  const item = still ?? open[0];
  if (!item?.request) return null;
  lines.print(`\n${itemHead(item, house.person.userId, look)}\n`);
  return showQuestion(screen, lines, item, noProgress);
}

function itemHead(item: Item, readerUserId: string, look: Parameters<typeof askHead>[2]): string {
  const head = askHead(item, readerUserId, look);
  return item.body ? `${head}\n\n${prose(plainText(item.body).trim(), look.width)}` : head;
}

async function endOf(house: CliHouse, itemId: string): Promise<string> {
  const item = await findReadable(house.database, house.person, itemId);
  if (!item) return words.gone;
  if (!item.closing) return "This now waits on somebody else.";
  const [presented] = await presentItems(house.database, house.person, [item], new Date());
  const place = item.closing.surface ? ` ${words.surface(item.closing.surface)}` : "";
  return oneLine(`Meanwhile${place}: ${presented?.outcomeText ?? words.closedOtherwise}`);
}

function showQuestion(screen: Screen, lines: LineReader, item: Item, progress: AnswerProgress): Asked {
  if (item.request?.kind === "decision" && !progress.toConfirm) {
    const alone = item.request.questions.length === 1;
    lines.print(`${questionText(questionAt(item.request, progress), alone, { ...screen, now: new Date() })}\n`);
  }
  return { item, progress, shownAt: performance.now() };
}

/** One typed line; while Junior works, its prompt moves, and holds still under somebody's typing. */
async function read(screen: Screen, lines: LineReader, asked: Asked | null, { working, doing }: Seen, changed: AbortSignal) {
  if (asked?.item.request) {
    const prompt = `[${oneLine(typedPrompt(asked.item.request, asked.progress))}] › `;
    return lines.next(() => (isBefore(lines.begunAt() ?? Infinity, asked) ? youPrompt(screen) : prompt), changed);
  }
  if (!working) return lines.next(() => youPrompt(screen), changed);
  const what = cut(doing === null ? words.isWorking : oneLine(doing), Math.floor(screen.width / 2));
  for (let frame = 0; ; frame += lines.begunAt() === null ? 1 : 0) {
    const tick = AbortSignal.timeout(frameMs);
    const typed = await lines.next(() => `${frames[frame % frames.length]} ${what} › `, AbortSignal.any([changed, tick]));
    if (typed !== "woken" || changed.aborted) return typed;
  }
}

/** What a line did to the ask: the ask as it stands now, or null when it is over. */
async function readAnswer(
  house: CliHouse,
  screen: Screen,
  lines: LineReader,
  session: ChatSession,
  asked: Asked,
  line: string,
): Promise<Asked | null> {
  const { item, progress } = asked;
  if (!item.request || (line.trim() === "" && item.request.kind === "task")) return asked;
  const typed = readTyped(item.request, progress, line);
  switch (typed.kind) {
    case "say":
      await send(screen, lines, session, typed.text);
      return asked;
    case "again":
      lines.print(screen.paint("yellow", /^\s*[=>]/.test(line) ? typed.why : `${typed.why} To say something first, begin with >`));
      return asked;
    case "next":
      return showQuestion(screen, lines, item, typed.progress);
    case "answer": {
      const { database, queue, person } = house;
      const closed = await closeItem(database, queue, {
        itemId: item.id,
        revision: item.revision,
        person,
        surface: "cli",
        given: typed.given,
      });
      if (closed.outcome === "closed") {
        const [presented] = await presentItems(database, person, [closed.item], new Date());
        lines.print(screen.paint("green", oneLine(`${presented?.outcomeText} · ${words.onIt}`)));
        return null;
      }
      if (closed.outcome === "newer-revision") return asked; // the next look says so and shows it
      lines.print(screen.paint("yellow", refusalText(closed, new Date())));
      if (closed.outcome !== "invalid") return null;
      return showQuestion(screen, lines, item, noProgress);
    }
  }
}

/** The lines that carry answers are not repeated: an ask shows its own end. */
function printMessage(house: CliHouse, screen: Screen, lines: LineReader, message: MessageView): void {
  if (message.itemId !== null) return;
  const junior = message.authorKind === "junior";
  const who = junior ? "Junior" : oneLine(message.authorName ?? "Somebody");
  const place = message.source === "cli" || message.authorKind !== "person" ? "" : ` ${words.surface(message.source)}`;
  const text = message.deleted ? words.deletedIn(message.source) : plainText(message.text).trim();
  const shown = prose(`${who}${place} ›${beginsBlock.test(text) ? "\n" : " "}${text}`, screen.width);
  lines.print((shown.startsWith(who) ? screen.paint(junior ? "green" : "cyan", who) + shown.slice(who.length) : shown).trimEnd());
  for (const line of attachmentLines(house, screen, message.files)) lines.print(line);
}

/** A list, a quotation or code, whose lines only line up from the left edge on. */
const beginsBlock = /^([-*+>]|\d{1,3}[.)]|```|~~~)/;
