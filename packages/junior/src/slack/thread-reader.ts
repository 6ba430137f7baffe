import type { ThreadMessage, ThreadReader } from "junior-plugin-api";
import { cleanText } from "./clean-text.ts";
import type { Clients } from "./clients.ts";
import type { Install } from "./install.ts";
import type { People } from "./people.ts";
import { nameAuthors } from "./read-earlier.ts";
import { readApiError } from "./read-api-error.ts";
import { readThread, type ThreadEntry } from "./read-thread.ts";

const longestMs = 6_000;

/** Reads threads of the team where Junior is; what it may not see there, Slack does not give it. */
export function createThreadReader(deps: { reading(): { install: Install; people: People } | null; clients: Clients }): ThreadReader {
  return {
    surface: "slack",
    async readThread(place, page, signal) {
      const connection = deps.reading();
      if (!connection) return { unreadable: "not_connected" };
      if (place.tenant !== connection.install.teamId) return { unreadable: "another_team" };
      try {
        const within = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
        // The key of a stored message ends with its time.
        const latest = page.before?.split(":").at(-1);
        const read = await readThread(deps.clients.reading, { channel: place.channel, thread: place.thread, latest }, within);
        const entries = read.messages.filter(({ ts }) => ts !== latest);
        return await pageOf(connection, entries, read.complete, page.limit);
      } catch (error) {
        if (signal.aborted) throw error;
        return { unreadable: readApiError(error)?.code ?? "no_answer" };
      }
    },
  };
}

/** A thread too long to be read to its newest message gives its beginning only, and says that more is there. */
async function pageOf(deps: { install: Install; people: People }, entries: ThreadEntry[], complete: boolean, limit: number) {
  const [first, ...replies] = entries;
  const shown = complete ? replies.slice(-limit) : replies.slice(0, limit);
  const names = await nameAuthors(deps, first ? [first, ...shown] : shown);
  const asMessage = (entry: ThreadEntry): ThreadMessage => ({
    id: entry.ts,
    author: names.get(entry) ?? "",
    text: cleanText(entry.text, deps.install.botUserId),
    at: new Date(Number(entry.ts) * 1000),
    files: entry.files,
  });
  const omitted = complete ? replies.length - shown.length : null;
  return { first: first ? asMessage(first) : null, messages: shown.map(asMessage), omitted };
}
