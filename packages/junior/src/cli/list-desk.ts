import { words } from "../base/words.ts";
import { isWorkerRunning } from "../db/is-worker-running.ts";
import { countWaitOnOthers, listItems } from "../desk/item-reader-store.ts";
import { presentItems } from "../desk/present-items.ts";
import type { CliDesk } from "./cli-deps.ts";
import { exitCodes } from "./exit-codes.ts";
import { findConversation } from "./find-conversation.ts";
import { itemRows } from "./item-text.ts";
import type { Screen } from "./screen.ts";

export type ListOptions = { mine?: true; open?: true; closed?: true; all?: true; owed?: true; conversation?: string; json?: true };

const pageSize = 100;

/** @returns the exit code */
export async function listDesk(desk: CliDesk, screen: Screen, options: ListOptions): Promise<number> {
  const { database, person } = desk;
  const conversation = options.conversation === undefined ? null : await findConversation(desk, options.conversation);
  if (conversation && "refusal" in conversation) {
    screen.tell(conversation.refusal);
    return exitCodes.refused;
  }
  const state = options.all || options.owed ? undefined : options.closed ? "closed" : "open";
  const filter = { state, mine: options.mine, owed: options.owed, conversationId: conversation?.found.id } as const;
  const page = await listItems(database, person, filter, { cursor: null, limit: pageSize });
  if (page === "bad-cursor") throw new Error("the first page has no cursor");
  const now = new Date();
  const items = await presentItems(database, person, page.items, now);
  if (options.json) screen.printJson({ items, nextCursor: page.nextCursor });
  else if (items.length === 0) screen.print(await emptyText(desk, options));
  else {
    const running = items.every(({ owed }) => !owed) || (await isWorkerRunning(database));
    screen.print(itemRows(items, { ...screen, now, running }));
  }
  if (page.nextCursor !== null) screen.tell(`There are more than ${pageSize}. Narrow it with --mine, --closed, --owed or --conversation.`);
  return exitCodes.done;
}

async function emptyText({ database, person }: CliDesk, options: ListOptions): Promise<string> {
  if (options.owed) return words.nothingOwed;
  if (options.closed || options.all || options.conversation !== undefined) return "Nothing here.";
  return options.mine ? words.nothingNeedsYou(await countWaitOnOthers(database, person.userId)) : "Nothing is open.";
}
