import pg from "pg";
import { sql } from "kysely";
import { faultCode, type Log } from "../base/log.ts";
import { applicationName } from "./application-name.ts";
import type { Connection, Database, Transaction } from "./database.ts";

/** Something that a reader may want to fetch again: ids only. `cursor` orders changes and resumes reading. */
export type Change = { cursor: string; kind: ChangeKind; id: string; conversationId: string | null };
export type ChangeKind = "conversation" | "item" | "person";

export type Changes = {
  /** Calls back with every batch from now on; returns how to end it. */
  subscribe(onChanges: (changes: Change[]) => void): () => void;
  /** What came after a cursor, or "too-old" when that part has been trimmed. */
  readAfter(cursor: string): Promise<Change[] | "too-old">;
  /** The newest readable position. */
  cursor(): string;
  close(): Promise<void>;
};

const firstRetryMs = 50;
const longestRetryMs = 1_000;
const channel = "junior_changes";
const cursorForm = /^(\d{1,19})-(\d{1,19})$/;

/** Records a change in the writer's transaction; readers are told when it commits. */
export async function recordChange(transaction: Transaction, kind: ChangeKind, id: string, conversationId: string | null): Promise<void> {
  await sql`
    with recorded as (
      insert into junior_changes (kind, subject_id, conversation_id) values (${kind}, ${id}, ${conversationId})
    )
    select pg_notify(${channel}, '')`.execute(transaction);
}

/** Removes what no client will ask for any more. */
export async function trimChanges(database: Database): Promise<void> {
  await sql`delete from junior_changes where created_at < now() - interval '1 day'`.execute(database);
}

/**
 * Holds the process's one LISTEN connection. Changes are read only below the oldest open transaction,
 * so a transaction that commits late is not skipped; while such a one is open, reading is tried again after 50 ms,
 * then ever less often, down to once a second.
 * A lost connection is opened again and what was missed is read.
 */
export async function openChanges(options: {
  connectionString: string;
  database: Database;
  log: Log;
  onConnectionLost?: () => void;
}): Promise<Changes> {
  const { database, log } = options;
  const subscribers = new Set<(changes: Change[]) => void>();
  const closing = new AbortController();
  let position = await newestCursor(database);
  let client: pg.Client | null = null;
  let reading: Promise<void> | null = null;
  let again = false;
  let retryMs = firstRetryMs;
  let retry: NodeJS.Timeout | null = null;

  const read = async () => {
    do {
      again = false;
      const { changes, held, more } = await readRows(database, position);
      again ||= more;
      const last = changes.at(-1);
      if (last) position = last.cursor;
      if (changes.length > 0) for (const onChanges of subscribers) onChanges(changes);
      if (held && !closing.signal.aborted) later(retryMs, wake);
      retryMs = held ? Math.min(retryMs * 2, longestRetryMs) : firstRetryMs;
    } while (again && !closing.signal.aborted);
  };
  const wake = () => {
    if (closing.signal.aborted) return;
    again = true;
    reading ??= read()
      .catch((error: unknown) => {
        log.warn("live changes could not be read", { code: faultCode(error) });
        later(1_000, wake);
      })
      .finally(() => {
        reading = null;
        if (again) wake();
      });
  };
  const later = (ms: number, action: () => void) => {
    if (retry) clearTimeout(retry);
    retry = setTimeout(() => {
      retry = null;
      action();
    }, ms);
  };

  const listen = async (): Promise<void> => {
    const opened = new pg.Client({
      connectionString: options.connectionString,
      application_name: applicationName("changes"),
      keepAlive: true,
    });
    opened.on("notification", () => {
      retryMs = firstRetryMs;
      wake();
    });
    opened.on("error", () => undefined);
    opened.on("end", () => {
      if (closing.signal.aborted || client !== opened) return;
      client = null;
      log.warn("live changes lost their connection");
      options.onConnectionLost?.();
      void reconnect();
    });
    await opened.connect();
    await opened.query(`listen ${channel}`);
    client = opened;
  };
  const reconnect = async (): Promise<void> => {
    while (!closing.signal.aborted && !client) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await listen().then(wake, () => options.onConnectionLost?.());
    }
    if (closing.signal.aborted) await client?.end();
  };

  await listen();
  return {
    subscribe(onChanges) {
      subscribers.add(onChanges);
      return () => subscribers.delete(onChanges);
    },
    async readAfter(cursor) {
      if (!cursorForm.test(cursor) || (await isTrimmed(database, cursor))) return "too-old";
      return (await readRows(database, cursor)).changes;
    },
    cursor: () => position,
    async close() {
      closing.abort();
      if (retry) clearTimeout(retry);
      await reading;
      await client?.end();
    },
  };
}

async function readRows(connection: Connection, cursor: string): Promise<{ changes: Change[]; held: boolean; more: boolean }> {
  const [transactionId, id] = cursor.split("-");
  const { rows } = await sql<{
    transaction_id: string;
    id: string;
    kind: ChangeKind;
    subject_id: string;
    conversation_id: string | null;
    readable: boolean;
  }>`
    select transaction_id::text, id::text, kind, subject_id, conversation_id,
           transaction_id < pg_snapshot_xmin(pg_current_snapshot()) as readable
    from junior_changes
    where (transaction_id, id) > (${transactionId}::xid8, ${id}::bigint)
    order by transaction_id, id limit 1000`.execute(connection);
  const readable = rows.filter((row) => row.readable);
  return {
    changes: readable.map((row) => ({
      cursor: `${row.transaction_id}-${row.id}`,
      kind: row.kind,
      id: row.subject_id,
      conversationId: row.conversation_id,
    })),
    held: readable.length < rows.length,
    more: readable.length === 1000,
  };
}

async function newestCursor(database: Database): Promise<string> {
  // Everything from the oldest open transaction on is still to come: one before it, with the highest id there can be.
  const { rows } = await sql<{ xmin: string }>`select (pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1)::text as xmin`.execute(
    database,
  );
  return `${rows[0]?.xmin ?? "0"}-9223372036854775807`;
}

async function isTrimmed(database: Database, cursor: string): Promise<boolean> {
  const { rows } = await sql<{ trimmed: boolean }>`
    select not exists (select from junior_changes where transaction_id <= ${cursor.split("-")[0]}::xid8)
       and exists (select from junior_changes) as trimmed`.execute(database);
  return rows[0]?.trimmed ?? false;
}
