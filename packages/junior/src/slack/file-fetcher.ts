import { setTimeout as pause } from "node:timers/promises";
import { faultCode, type Log } from "../base/log.ts";
import { words } from "../base/words.ts";
import { lockConversation } from "../conversations/conversation-store.ts";
import { linkFiles } from "../conversations/message-file-store.ts";
import { receiveMessage } from "../conversations/receive-message.ts";
import { recordChange } from "../db/changes.ts";
import type { Database, Transaction } from "../db/database.ts";
import { claimFiles, storeFile } from "../files/file-store.ts";
import { prepareFile } from "../files/prepare-file.ts";
import type { Queue } from "../queue/queue.ts";
import type { Clients } from "./clients.ts";
import { downloadFile } from "./download-file.ts";
import {
  claimSlackFile,
  findFileOwner,
  finishSlackFiles,
  hasUnfinished,
  listUnfinished,
  settleSlackFile,
  type WaitingFile,
} from "./slack-file-store.ts";

export type FileFetcher = {
  /** Something waits to be read. */
  wake(): void;
  /** Resolves when all files of a Conversation's messages have been read or given up, after `longestMs` at the latest. */
  settled(conversationId: string, longestMs: number): Promise<void>;
  close(): Promise<void>;
};

type Deps = {
  database: Database;
  queue: Queue;
  clients: Clients;
  botToken: string;
  apiUrl?: string;
  log: Log;
  /** Tells the author of a message what could not be read. */
  tell(author: { externalKey: string; slackUserId: string }, text: string): void;
};

const sweepMs = 2_000;
/** A file that is being read belongs to one process for so long. */
const claimMs = 30_000;
const mostAttempts = 4;
const atOnce = 3;

/**
 * Reads the files of messages after these are stored: a message is never late or lost because of its files, and a
 * process that dies in the middle leaves rows that any other takes up.
 */
export function openFileFetcher(deps: Deps): FileFetcher {
  const closing = new AbortController();
  let running = 0;

  const work = async () => {
    if (running >= atOnce || closing.signal.aborted) return;
    running += 1;
    try {
      for (;;) {
        const file = closing.signal.aborted ? null : await claimSlackFile(deps.database, claimMs);
        if (!file) break;
        await readFile(deps, file, closing.signal);
        await finish(deps, file.messageId);
      }
    } catch (error) {
      if (!closing.signal.aborted) deps.log.warn("files of Slack's could not be read now", { code: faultCode(error) });
    } finally {
      running -= 1;
    }
  };
  const sweep = setInterval(() => {
    void work();
    void takeUp(deps).catch(() => undefined);
  }, sweepMs);

  return {
    wake: () => void work(),
    async settled(conversationId, longestMs) {
      const until = performance.now() + longestMs;
      while (performance.now() < until && !closing.signal.aborted && (await hasUnfinished(deps.database, conversationId))) await pause(100);
    },
    async close() {
      clearInterval(sweep);
      closing.abort();
      for (let waited = 0; running > 0 && waited < 200; waited += 10) await pause(10);
    },
  };
}

/** What another process had read when it died. */
async function takeUp(deps: Deps): Promise<void> {
  for (const messageId of await listUnfinished(deps.database)) await finish(deps, messageId);
}

async function readFile(deps: Deps, file: WaitingFile, signal: AbortSignal): Promise<void> {
  const { database } = deps;
  const downloaded = await downloadFile(file, deps, signal);
  if (signal.aborted) return settleSlackFile(database, file, { state: "waiting", afterMs: 0 });
  if ("laterMs" in downloaded) {
    const isLast = file.attempts >= mostAttempts;
    return settleSlackFile(
      database,
      file,
      isLast ? { state: "unread", because: "unreachable" } : { state: "waiting", afterMs: downloaded.laterMs },
    );
  }
  const prepared = "unread" in downloaded ? downloaded : await prepareFile({ name: file.name, bytes: downloaded.bytes });
  if (prepared === "too-large") return settleSlackFile(database, file, { state: "unread", because: "too-large" });
  if ("unread" in prepared) {
    if (prepared.unread === "missing-scope") deps.log.warn("Slack does not give files: the app lacks the scope files:read");
    return settleSlackFile(database, file, { state: "unread", because: prepared.unread });
  }
  const owner = await findFileOwner(database, file.messageId);
  if (!owner) return;
  await database.transaction().execute(async (transaction) => {
    const { id } = await storeFile(transaction, prepared, owner.userId);
    await settleSlackFile(transaction, file, { state: "read", fileId: id });
  });
}

/** Gives a message all its files at once, in their order, and says in the Conversation what could not be read. */
async function finish(deps: Deps, messageId: string): Promise<void> {
  const owner = await findFileOwner(deps.database, messageId);
  if (!owner) return;
  const unread = await deps.database.transaction().execute(async (transaction) => {
    if (!(await lockConversation(transaction, owner.conversationId))) return null;
    const files = await finishSlackFiles(transaction, messageId);
    if (!files) return null;
    const ids = files.flatMap(({ fileId }) => fileId ?? []);
    if (ids.length > 0 && (await claimFiles(transaction, ids, owner.userId))) await linkFiles(transaction, messageId, ids);
    const lines = files.flatMap(({ name, because }) => (because === null ? [] : words.fileUnread(name, words.fileUnreadBecause[because])));
    if (lines.length > 0) await note(deps.queue, transaction, owner, lines.join("\n"));
    await recordChange(transaction, "conversation", owner.conversationId, owner.conversationId);
    return lines;
  });
  if (unread && unread.length > 0 && owner.externalKey !== null) {
    deps.tell({ externalKey: owner.externalKey, slackUserId: owner.slackUserId }, unread.join("\n"));
  }
}

async function note(
  queue: Queue,
  transaction: Transaction,
  owner: { conversationId: string; externalKey: string | null },
  text: string,
): Promise<void> {
  await receiveMessage(transaction, queue, {
    conversation: { id: owner.conversationId },
    externalKey: `${owner.externalKey}:unread`,
    source: "slack",
    author: { kind: "event" },
    text,
    state: "seen",
  });
}
