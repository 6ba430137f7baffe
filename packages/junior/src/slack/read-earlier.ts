import { words } from "../base/words.ts";
import { findByExternalKey } from "../conversations/message-store.ts";
import type { Database } from "../db/database.ts";
import { earlierWords } from "./earlier-words.ts";
import type { Clients } from "./clients.ts";
import { cleanText } from "./clean-text.ts";
import type { Install } from "./install.ts";
import { messageKey } from "./message-key.ts";
import type { People } from "./people.ts";
import { readThread, type ThreadEntry } from "./read-thread.ts";

/** Somebody's mention waits for it to be acknowledged. */
const longestMs = 700;
/** More than are ever shown. */
const mostLookedUp = 50;

/**
 * What was said in a thread before this message, as one text. Where Slack does not give it in time, a line that says so:
 * the tool that reads threads may have more time.
 */
export async function readEarlier(
  deps: { install: Install; database: Database; clients: Clients; people: People },
  place: { channel: string; thread: string; before: string },
): Promise<string | null> {
  try {
    const { messages, complete } = await readThread(
      deps.clients.lookup,
      { channel: place.channel, thread: place.thread, latest: place.before },
      AbortSignal.timeout(longestMs),
    );
    const earlier = messages.filter(({ ts }) => ts !== place.before);
    if (await hasPurged(deps, place.channel, earlier)) return null;
    const names = await nameAuthors(deps, earlier);
    const said = earlier.map((entry) => ({
      ...entry,
      author: names.get(entry) ?? "",
      text: cleanText(entry.text, deps.install.botUserId),
    }));
    return earlierWords(said, complete);
  } catch {
    return words.thread.unread;
  }
}

/** What was deleted with its Conversation stands in Slack still, and must not come back by a new mention. */
async function hasPurged(deps: { install: Install; database: Database }, channel: string, entries: ThreadEntry[]): Promise<boolean> {
  const keys = [...entries.slice(0, 1), ...entries.slice(-mostLookedUp)].map(({ ts }) => messageKey(deps.install, channel, ts));
  const known = await Promise.all(keys.map((key) => findByExternalKey(deps.database, key)));
  return known.includes("purged");
}

/** As they are known here; a stranger by their id, which is how a text names them too. */
export async function nameAuthors(
  { install, people }: { install: Install; people: People },
  entries: ThreadEntry[],
): Promise<Map<ThreadEntry, string>> {
  const ids = new Set(entries.flatMap(({ author }) => ("userId" in author ? [author.userId] : [])));
  const known = new Map<string, string>([[install.botUserId, "Junior"]]);
  await Promise.all(
    [...ids].map(async (id) => {
      if (!known.has(id)) known.set(id, (await people.findName(id)) ?? `<@${id}>`);
    }),
  );
  return new Map(entries.map((entry) => [entry, "userId" in entry.author ? (known.get(entry.author.userId) ?? "") : entry.author.name]));
}
