import { asObject, type JsonObject } from "./json-object.ts";
import type { Clients } from "./clients.ts";

/** Slack gives at most so many at once, the oldest first. */
const pageSize = 1_000;
const mostPages = 10;

/**
 * All that stands in a thread, its first message too, oldest first: pages come from the oldest end, so that the newest
 * are there only when all are. `latest`: only what is older than this message.
 * @throws what Slack answered, or when the signal is aborted
 */
export async function readThread(
  client: Clients["reading"],
  place: { channel: string; thread: string; latest?: string },
  signal: AbortSignal,
): Promise<{ messages: ThreadEntry[]; complete: boolean }> {
  const messages: ThreadEntry[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages; pages += 1) {
    signal.throwIfAborted();
    const { channel, thread: ts, latest } = place;
    const page = await Promise.race([client.conversations.replies({ channel, ts, latest, limit: pageSize, cursor }), aborted(signal)]);
    for (const message of page.messages ?? []) messages.push(...readEntry(message as unknown as JsonObject));
    cursor = page.response_metadata?.next_cursor || undefined;
    if (cursor === undefined) return { messages, complete: true };
  }
  return { messages, complete: false };
}

/** `raw`: as an event would bring it. */
export type ThreadEntry = { ts: string; author: Author; text: string; files: string[]; raw: JsonObject };
export type Author = { userId: string } | { name: string };

function readEntry(message: JsonObject): ThreadEntry[] {
  const { ts, user, text } = message;
  if (typeof ts !== "string" || message.subtype === "tombstone") return [];
  const names = Array.isArray(message.files) ? message.files.map((file) => asObject(file)?.name) : [];
  const files = names.map((name) => (typeof name === "string" ? name : "a file"));
  return [{ ts, author: readAuthor(message, user), text: typeof text === "string" ? text : "", files, raw: message }];
}

function readAuthor(message: JsonObject, user: unknown): Author {
  const botName = asObject(message.bot_profile)?.name ?? message.username;
  if (typeof botName === "string") return { name: botName };
  return typeof user === "string" ? { userId: user } : { name: "an app" };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
