import { sql } from "kysely";
import type { Change, ChangeBatch } from "./changes.ts";
import type { Database } from "./database.ts";

/** More at once than a reader can use: it fetches everything again instead. */
const mostChanges = 2_000;

type Found = {
  /** What can be told of it. */
  batch: ChangeBatch | "reload";
  /** Up to where that goes. */
  cursor: string;
  /** A change from before the cursor is still there, so none from after it has been trimmed. */
  whole: boolean;
};

/**
 * What was committed between the cursor, a snapshot that `parseSnapshot` takes, and this statement, whose own snapshot
 * is the next cursor: nothing is left out and nothing comes twice, whatever transactions are open meanwhile.
 * "reload" for more than 2,000, and for a cursor from ahead of this server, that is, from another history.
 */
export async function readChanges(database: Database, cursor: string): Promise<Found> {
  const snapshot = sql`${cursor}::pg_snapshot`;
  const columns = sql`id, transaction_id, kind, subject_id, conversation_id`;
  const limit = sql`limit ${sql.lit(mostChanges + 1)}`;
  // What a snapshot does not see is what came later and what was running in it: two looks into the index, the order of
  // which keeps the planner to it, however old the oldest of the running is.
  // The bound of the present leaves out ids of another server, in rows that came with a backup.
  const { rows } = await sql<{ cursor: string; ahead: boolean; whole: boolean; changes: Change[] }>`
    with found as (
      (select ${columns} from junior_changes
       where transaction_id >= pg_snapshot_xmax(${snapshot}) and transaction_id < pg_snapshot_xmax(pg_current_snapshot())
       order by transaction_id, id ${limit})
      union all
      (select late.* from pg_snapshot_xip(${snapshot}) as running (transaction_id)
       cross join lateral (
         select ${columns} from junior_changes where transaction_id = running.transaction_id order by transaction_id, id ${limit}
       ) as late ${limit})
    )
    select pg_current_snapshot()::text as cursor,
           pg_snapshot_xmax(${snapshot}) > pg_snapshot_xmax(pg_current_snapshot()) as ahead,
           (select transaction_id from junior_changes
            where transaction_id < pg_snapshot_xmax(${snapshot})
              and transaction_id <> all (array(select pg_snapshot_xip(${snapshot})))
            order by transaction_id, id limit 1) is not null as whole,
           (select coalesce(json_agg(json_build_object(
              'transactionId', transaction_id::text, 'kind', kind, 'id', subject_id, 'conversationId', conversation_id
            ) order by id), '[]') from found) as changes`.execute(database);
  const [row] = rows;
  if (!row) throw new Error("a statement that gives one row gave none");
  const tooMany = row.changes.length > mostChanges;
  return { batch: row.ahead || tooMany ? "reload" : { changes: row.changes, cursor: row.cursor }, cursor: row.cursor, whole: row.whole };
}

/** From here on nothing has been told. */
export async function readCursor(database: Database): Promise<string> {
  const { rows } = await sql<{ cursor: string }>`select pg_current_snapshot()::text as cursor`.execute(database);
  if (!rows[0]) throw new Error("a statement that gives one row gave none");
  return rows[0].cursor;
}
