import { listConversations as readConversations } from "../conversations/conversation-reader-store.ts";
import { words } from "../base/words.ts";
import { isWorkerRunning } from "../db/is-worker-running.ts";
import { findWaitingOn } from "../desk/item-reader-store.ts";
import { timeText } from "../base/time-text.ts";
import type { CliDesk } from "./cli-deps.ts";
import { exitCodes } from "./exit-codes.ts";
import { shortId } from "./find-by-id.ts";
import { cut, padded } from "./layout.ts";
import { oneLine } from "./plain-text.ts";
import type { Screen } from "./screen.ts";

const pageSize = 50;

/** @returns the exit code */
export async function listConversations({ database, person }: CliDesk, screen: Screen, json: boolean): Promise<number> {
  const { conversations, next } = await readConversations(database, person, { before: null, limit: pageSize });
  const waiting = await findWaitingOn(
    database,
    person.userId,
    conversations.map((conversation) => conversation.id),
  );
  if (json) {
    screen.printJson({ conversations: conversations.map((one) => ({ ...one, waitingOnYou: waiting.has(one.id) })), nextCursor: next });
    return exitCodes.done;
  }
  if (conversations.length === 0) screen.print("No conversations yet.");
  const now = new Date();
  const running = conversations.every(({ working }) => !working) || (await isWorkerRunning(database));
  for (const { id, title, source, updatedAt, working } of conversations) {
    const mark = waiting.has(id) ? "waiting on you" : !working ? "" : running ? "working" : "unfinished";
    const lead = `${shortId(id)}  ${padded(timeText(updatedAt, now).replace(" on ", " "), 13)}  ${padded(source, 5)}  ${padded(mark, 14)}  `;
    screen.print(lead + cut(oneLine(title), Math.max(20, screen.width - lead.length)));
  }
  if (!running) screen.tell(words.restsUnfinished);
  if (next !== null) screen.tell(`These are the latest ${pageSize}.`);
  return exitCodes.done;
}
