import { sql } from "kysely";
import type { Connection, Transaction } from "../db/database.ts";
import type { Used } from "./budget.ts";

/** Stands for the machine's own work, which no person has caused. */
const nobody = "00000000-0000-0000-0000-000000000000";

const today = sql<string>`(now() at time zone 'utc')::date`;

export type ModelUse = { userId: string | null; model: string; inputTokens: number; outputTokens: number; costUsd: number | null };

/** Adds what was used to what its person has used on this day (UTC). */
export async function addUsage(transaction: Transaction, use: ModelUse): Promise<void> {
  await sql`
    with counted as (
      select ${use.inputTokens}::bigint as input_tokens, ${use.outputTokens}::bigint as output_tokens, ${use.costUsd}::numeric as cost_usd
    )
    ${addedUsage(use.userId, use.model)}`.execute(transaction);
}

/** The same as a step of a statement in which the step `counted` has input_tokens, output_tokens and cost_usd. */
export const addedUsage = (userId: string | null, model: string) => sql`
    insert into junior_usage_days as used (day, user_id, model, input_tokens, output_tokens, cost_usd)
    select ${today}, ${userId ?? nobody}::uuid, ${model}, counted.input_tokens, counted.output_tokens, counted.cost_usd from counted
    on conflict (day, user_id, model) do update set
      input_tokens = used.input_tokens + excluded.input_tokens,
      output_tokens = used.output_tokens + excluded.output_tokens,
      cost_usd = coalesce(used.cost_usd, 0) + coalesce(excluded.cost_usd, 0)`;

/** What has been used since midnight (UTC), and when the next day begins. */
export async function readUsage(
  connection: Connection,
  userId: string | null,
): Promise<{ everybody: Used; person: Used | null; nextDay: Date }> {
  const { rows } = await sql<{ tokens: number; usd: number; own_tokens: number; own_usd: number; next_day: Date }>`
    select coalesce(sum(input_tokens + output_tokens), 0)::float8 as tokens,
           coalesce(sum(cost_usd), 0)::float8 as usd,
           coalesce(sum(input_tokens + output_tokens) filter (where user_id = ${userId}), 0)::float8 as own_tokens,
           coalesce(sum(cost_usd) filter (where user_id = ${userId}), 0)::float8 as own_usd,
           ((${today} + 1)::timestamp at time zone 'utc') as next_day
    from junior_usage_days where day = ${today}`.execute(connection);
  const row = rows[0]!;
  return {
    everybody: { tokens: row.tokens, usd: row.usd },
    person: userId === null ? null : { tokens: row.own_tokens, usd: row.own_usd },
    nextDay: row.next_day,
  };
}

/** What one User has used counts for another, into whom they were merged. */
export async function repointUsage(transaction: Transaction, from: string, into: string): Promise<void> {
  await sql`
    with gone as (delete from junior_usage_days where user_id = ${from} returning *)
    insert into junior_usage_days as used (day, user_id, model, input_tokens, output_tokens, cost_usd)
    select day, ${into}, model, input_tokens, output_tokens, cost_usd from gone
    on conflict (day, user_id, model) do update set
      input_tokens = used.input_tokens + excluded.input_tokens,
      output_tokens = used.output_tokens + excluded.output_tokens,
      cost_usd = coalesce(used.cost_usd + excluded.cost_usd, used.cost_usd, excluded.cost_usd)`.execute(transaction);
}
