import { sql } from "kysely";
import { faultCode, type Log } from "../base/log.ts";
import type { Database, Transaction } from "./database.ts";
import { type Listening, keepListening } from "./keep-listening.ts";
import { readChanges, readCursor } from "./read-changes.ts";
import { parseSnapshot } from "./snapshot.ts";

/** Something that a reader may want to fetch again: ids only. `transactionId` is the writer's, an xid8 in digits. */
export type Change = { transactionId: string; kind: ChangeKind; id: string; conversationId: string | null };
export type ChangeKind = "conversation" | "item" | "person";

/** `cursor` is a snapshot: whoever has been told of the batch, and of all before it, goes on from there. */
export type ChangeBatch = { changes: Change[]; cursor: string };

export type Changes = {
  /**
   * Calls back with every batch from now on, "reload" in place of one that cannot be told; returns how to end it.
   * Transactions are told in the order in which they end, not in that of their ids.
   */
  subscribe(onBatch: (batch: ChangeBatch | "reload") => void): () => void;
  /** What came after a cursor; "reload" when it is none of ours, that part has been trimmed, or it is more than 2,000 changes. */
  readAfter(cursor: string): Promise<ChangeBatch | "reload">;
  /** Up to where subscribers have been told. */
  cursor(): string;
  close(): Promise<void>;
};

const retryMs = 1_000;
const channel = "junior_changes";

/** Records a change in the writer's transaction; readers are told when it commits. */
export async function recordChange(transaction: Transaction, kind: ChangeKind, id: string, conversationId: string | null): Promise<void> {
  await sql`with ${recordedChange(kind, id, conversationId)} select ${changeTold}`.execute(transaction);
}

/**
 * The same as a step of a statement that does more: `with …, ${recordedChange(…)} select ${changeTold}`. With `from`,
 * the step of that statement without whose row nothing has changed.
 */
export const recordedChange = (kind: ChangeKind, id: string, conversationId: string | null, from = sql``) => sql`
    recorded as (
      insert into junior_changes (kind, subject_id, conversation_id) select ${kind}, ${id}::uuid, ${conversationId}::uuid ${from}
    )`;
export const changeTold = sql`pg_notify(${sql.lit(channel)}, '')`;

/** Removes what no client will ask for any more. */
export async function trimChanges(database: Database): Promise<void> {
  await sql`delete from junior_changes where created_at < now() - interval '1 day'`.execute(database);
}

/**
 * Holds the process's one LISTEN connection. Every notification leads to a read of what was committed since the last
 * one; those that come during a read share the next. Nothing waits for transactions that are still open: each is told
 * when it has ended. A lost connection is opened again and what was missed is read.
 */
export async function openChanges(options: {
  connectionString: string;
  database: Database;
  log: Log;
  onConnectionLost?: () => void;
}): Promise<Changes> {
  const { database, log } = options;
  const subscribers = new Set<(batch: ChangeBatch | "reload") => void>();
  const closing = new AbortController();
  let position = await readCursor(database);
  let listening: Listening | null = null;
  let reading: Promise<void> | null = null;
  let again = false;
  let wasAway = false;
  let retry: NodeJS.Timeout | undefined;

  const read = async () => {
    do {
      again = false;
      const { batch, cursor, whole } = await readChanges(database, position);
      // Only who did not listen for a day can have missed what has been trimmed.
      const told = wasAway && !whole ? "reload" : batch;
      position = cursor;
      wasAway &&= listening?.isListening() === false;
      if (told === "reload" || told.changes.length > 0) for (const onBatch of subscribers) onBatch(told);
    } while (again && !closing.signal.aborted);
  };
  const wake = () => {
    // What nobody hears now is read when somebody does.
    if (closing.signal.aborted || subscribers.size === 0) return;
    again = true;
    reading ??= read()
      .catch((error: unknown) => {
        log.warn("live changes could not be read", { code: faultCode(error) });
        again = false;
        clearTimeout(retry);
        if (!closing.signal.aborted) retry = setTimeout(wake, retryMs);
      })
      .finally(() => {
        reading = null;
        if (again) wake();
      });
  };

  listening = await keepListening({
    connectionString: options.connectionString,
    role: "changes",
    channel,
    onNotified: wake,
    onListening: wake, // to what came before it listened
    onLost() {
      wasAway = true;
      log.warn("live changes lost their connection");
      options.onConnectionLost?.();
    },
    onStillLost: options.onConnectionLost,
  });
  return {
    subscribe(onBatch) {
      subscribers.add(onBatch);
      wake();
      return () => subscribers.delete(onBatch);
    },
    async readAfter(cursor) {
      if (!parseSnapshot(cursor)) return "reload";
      const listenedSince = cursor === position && !wasAway;
      const { batch, whole } = await readChanges(database, cursor);
      return whole || listenedSince ? batch : "reload";
    },
    cursor: () => position,
    async close() {
      closing.abort();
      clearTimeout(retry);
      await reading;
      await listening?.close();
    },
  };
}
