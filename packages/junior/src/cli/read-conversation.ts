import { listMessages } from "../conversations/conversation-reader-store.ts";
import { presentMessage } from "../conversations/present-message.ts";
import { timeText } from "../base/time-text.ts";
import type { CliDesk } from "./cli-deps.ts";
import { exitCodes } from "./exit-codes.ts";
import { findConversation } from "./find-conversation.ts";
import { oneLine, plainText } from "./plain-text.ts";
import type { Screen } from "./screen.ts";

const pageSize = 50;

/** Prints what was said last. @returns the exit code */
export async function readConversation(desk: CliDesk, screen: Screen, id: string, json: boolean): Promise<number> {
  const conversation = await findConversation(desk, id);
  if ("refusal" in conversation) {
    screen.tell(conversation.refusal);
    return exitCodes.refused;
  }
  const page = await listMessages(desk.database, conversation.found.id, { before: null, limit: pageSize });
  const messages = page.messages.map((message) => presentMessage(message, desk.person.userId));
  if (json) {
    screen.printJson({ ...conversation.found, messages, hasEarlier: page.hasEarlier });
    return exitCodes.done;
  }
  screen.print(screen.paint("bold", oneLine(conversation.found.title)));
  if (page.hasEarlier) screen.print(screen.paint("dim", `(only the latest ${pageSize})`));
  const now = new Date();
  for (const { author, text, createdAt, state } of messages) {
    const who = author.kind === "person" ? `@${oneLine(author.name)}` : author.name;
    const waits = state === "waiting" || state === "undecided" ? " · not read yet" : "";
    screen.print(`\n${screen.paint("dim", `${who} ${timeText(new Date(createdAt), now)}${waits}`)}\n${screen.prose(plainText(text))}`);
  }
  return exitCodes.done;
}
