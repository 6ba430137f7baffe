import type { Clients } from "./clients.ts";
import { readApiError } from "./read-api-error.ts";

/**
 * Where a file of ours stands: in its place; in the channel but outside its thread; finished and not shared (yet); not
 * known to Slack, so never finished; or Slack will not say.
 */
export type Share = "shared" | "elsewhere" | "unshared" | "unknown" | "refused";

type Shares = Record<string, { ts?: string; thread_ts?: string }[] | undefined>;

export async function findShare(
  clients: Pick<Clients, "files" | "reading">,
  file: { id: string; channel: string; thread: string | null },
): Promise<Share> {
  try {
    const { file: info } = await clients.files.files.info({ file: file.id });
    const shares = (info?.shares ?? {}) as { public?: Shares; private?: Shares };
    const here = [...(shares.public?.[file.channel] ?? []), ...(shares.private?.[file.channel] ?? [])];
    if (here.length === 0) return "unshared";
    if (file.thread === null || here.some((share) => share.thread_ts === file.thread)) return "shared";
    return (await isInThread(clients, file.channel, file.thread, here)) ? "shared" : "elsewhere";
  } catch (error) {
    const code = readApiError(error)?.code ?? "";
    if (code === "file_not_found" || code === "file_deleted") return "unknown";
    if (code === "missing_scope" || code === "access_denied" || code === "no_permission") return "refused";
    throw error;
  }
}

/** Before a post is taken away, the thread itself is asked: a share need not name its thread. */
async function isInThread(clients: Pick<Clients, "reading">, channel: string, thread: string, shares: { ts?: string }[]): Promise<boolean> {
  for (const { ts } of shares) {
    if (!ts) continue;
    try {
      const page = { channel, ts: thread, oldest: ts, latest: ts, inclusive: true, limit: 2 };
      const { messages = [] } = await clients.reading.conversations.replies(page);
      if (messages.some((message) => message.ts === ts && message.ts !== thread)) return true;
    } catch (error) {
      if (readApiError(error)?.code !== "thread_not_found") throw error;
    }
  }
  return false;
}
