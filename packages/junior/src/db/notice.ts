import { sql } from "kysely";
import type { Transaction } from "./database.ts";

/** A NOTIFY as a column of a statement that does more; it is heard when the transaction commits. */
export const notice = (channel: string, payload: string) => sql`pg_notify(${sql.lit(channel)}, ${payload})`;

export async function notify(transaction: Transaction, channel: string, payload: string): Promise<void> {
  await sql`select ${notice(channel, payload)}`.execute(transaction);
}
