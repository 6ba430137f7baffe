import type { Logger } from "@slack/web-api";
import type { Deliverer, Progress } from "junior-plugin-api";
import type { Log } from "../base/log.ts";
import { findConversation, locationOf } from "../conversations/conversation-store.ts";
import type { Database } from "../db/database.ts";
import { findFile, readFileBytes } from "../files/file-store.ts";
import { type Clients, openClients } from "./clients.ts";
import type { FileContent } from "./deliver-file.ts";
import { createDeliverer } from "./deliverer.ts";
import type { Install } from "./install.ts";
import { openStatus, type Thread } from "./status.ts";

/** All that goes out to Slack by itself: deliveries, and what people see while Junior works. */
export function openOut(options: {
  botToken: string;
  apiUrl?: string;
  publicUrl?: string;
  database: Database;
  clients: Clients;
  logger: Logger;
  log: Log;
  install: () => Install | null;
}): { deliverer: Deliverer; progress: Progress; close(): void } {
  const { database, clients, install } = options;
  // Distances only: a clock that is set must not make anybody wait.
  const now = () => performance.now();
  const status = openStatus({
    findThread: (conversationId) => findThread(database, install(), conversationId),
    setStatus: ({ channel, thread }, text) =>
      clients.status.assistant.threads.setStatus({ channel_id: channel, thread_ts: thread, status: text }),
    now,
  });
  const deliverer = createDeliverer({
    install,
    clients,
    openClients: (signal) => openClients({ ...options, signal }),
    database,
    readFile: (fileId) => readFile(database, fileId),
    onReply: status.replied,
    publicUrl: options.publicUrl ?? null,
    now,
    log: options.log,
  });
  return { deliverer, progress: status.progress, close: status.close };
}

async function findThread(database: Database, install: Install | null, conversationId: string): Promise<Thread | null> {
  // Asked again with the next progress.
  if (!install) throw new Error("Slack has not told us who we are");
  const conversation = await findConversation(database, conversationId);
  const place = conversation ? locationOf(conversation) : null;
  if (place?.surface !== "slack" || place.tenant !== install.teamId || place.thread === null) return null;
  return { channel: place.channel, thread: place.thread };
}

async function readFile(database: Database, fileId: string): Promise<FileContent | null> {
  const file = await findFile(database, fileId);
  const bytes = file && (await readFileBytes(database, fileId));
  return file && bytes ? { name: file.name, bytes } : null;
}
