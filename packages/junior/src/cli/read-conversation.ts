import type { Message, Step } from "junior-web/contract";
import { timeText } from "../base/time-text.ts";
import { words } from "../base/words.ts";
import { listMessages, type MessageView } from "../conversations/conversation-reader-store.ts";
import { presentMessage } from "../conversations/present-message.ts";
import { answerText } from "../desk/answer-text.ts";
import { findReadable } from "../desk/item-reader-store.ts";
import { presentSteps } from "../turns/present-steps.ts";
import { loadTranscriptSteps } from "../turns/transcript-store.ts";
import type { CliDesk } from "./cli-deps.ts";
import { exitCodes } from "./exit-codes.ts";
import { attachmentLines } from "./attachment-lines.ts";
import { findConversation } from "./find-conversation.ts";
import { cut } from "./layout.ts";
import { oneLine, plainText } from "./plain-text.ts";
import type { Screen } from "./screen.ts";

const pageSize = 50;

/** Prints what was said last, and what Junior did in between. @returns the exit code */
export async function readConversation(desk: CliDesk, screen: Screen, id: string, json: boolean): Promise<number> {
  const conversation = await findConversation(desk, id);
  if ("refusal" in conversation) {
    screen.tell(conversation.refusal);
    return exitCodes.refused;
  }
  const { database, person } = desk;
  const page = await listMessages(database, conversation.found.id, { before: null, limit: pageSize });
  const answers = await readAnswers(desk, page.messages);
  const messages = page.messages.map((message) => presentMessage(message, person.userId));
  const range = { from: messages[0]?.sequence ?? 0, to: messages.at(-1)?.sequence ?? -1 };
  const steps = presentSteps(await loadTranscriptSteps(database, person, conversation.found.id, range, await desk.targets()));
  if (json) {
    screen.printJson({ ...conversation.found, messages, steps, hasEarlier: page.hasEarlier });
    return exitCodes.done;
  }
  screen.print(screen.paint("bold", oneLine(conversation.found.title)));
  if (page.hasEarlier) screen.print(screen.paint("dim", `(only the latest ${pageSize})`));
  const now = new Date();
  for (const message of messages) {
    const answer = answers.get(message.itemId ?? "");
    printMessage(desk, screen, answer === undefined ? message : { ...message, text: answer }, now);
    const after = steps.filter(({ afterSequence }) => afterSequence === message.sequence);
    if (after.length > 0) screen.print(`\n${after.map((step) => stepLine(step, screen)).join("\n")}`);
  }
  return exitCodes.done;
}

/** What was answered, by the question's id: the message that an answer on a card wrote is code-made. */
async function readAnswers({ database, person }: CliDesk, messages: MessageView[]): Promise<Map<string, string>> {
  const ids = [...new Set(messages.flatMap(({ itemId }) => itemId ?? []))];
  const items = await Promise.all(ids.map((id) => findReadable(database, person, id)));
  return new Map(
    items.flatMap((item): [string, string][] =>
      item?.closing?.answer ? [[item.id, `✔ ${oneLine(answerText(item.request, item.closing.answer))} · ${oneLine(item.title)}`]] : [],
    ),
  );
}

function printMessage(desk: CliDesk, screen: Screen, { author, text, createdAt, attachments, ...message }: Message, now: Date): void {
  const who = author.kind === "person" ? `@${oneLine(author.name)}` : author.name;
  const waits = message.state === "waiting" || message.state === "undecided";
  const marks = [
    `${who} ${timeText(new Date(createdAt), now)}`,
    ...(waits ? ["not read yet"] : []),
    ...(message.deleted ? [words.deletedIn(message.source)] : message.edited ? [words.edited] : []),
    ...message.reactions.map((emoji) => `:${oneLine(emoji)}:`),
  ];
  const body = text.trim() === "" ? [] : [screen.prose(plainText(text))];
  screen.print(`\n${[screen.paint("dim", marks.join(" · ")), ...body, ...attachmentLines(desk, screen, attachments)].join("\n")}`);
}

function stepLine({ text, state, error, tookMs }: Step, { paint, width }: Screen): string {
  const mark = { running: "…", done: "✓", failed: "✗", stopped: "–" }[state];
  const took = tookMs === null ? "" : ` ${(tookMs / 1000).toFixed(1)} s`;
  const why = error === null ? "" : `: ${oneLine(error)}`;
  return paint("dim", cut(`  ${mark} ${oneLine(text)}${took}${why}`, width));
}
