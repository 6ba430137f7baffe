import { type SqlBool, sql } from "kysely";
import type { WaitingDelivery } from "junior-plugin-api";
import type { Connection, Database } from "../db/database.ts";
import type { DeliveryKind } from "../db/schema.ts";

/** Milliseconds that a claim lives unless it is renewed; a dead poster's delivery is free again after that. */
export const claimMs = 5_000;

const claimEnd = sql<Date>`now() + ${claimMs} * interval '1 millisecond'`;

/** `claimId` is made anew with every claim: what an earlier claim of the same row writes later is refused. */
export type ClaimedDelivery = WaitingDelivery & {
  claimId: string;
  version: number;
  /** It ended its processes too often: it must not be tried, but set aside. */
  isGivenUp: boolean;
  /** Something else was due that was not claimed with it: for want of room, or because it waits for one of these. */
  othersDue: boolean;
};

type Claim = { id: string; claimId: string };

/** After so many failures (more than a minute of them) a row no longer holds back the younger ones of its place. */
const triesThatHoldBack = 8;

/**
 * A try whose claim ran out came to no end: its process died, or hung, or lost the database. So many, counted on from the
 * tries that failed in the open, of which no more than `mostFailures` count: an outage of Slack alone never gets there.
 */
const triesBeforeGivenUp = 12;
const mostFailures = triesThatHoldBack;

/**
 * Before what ended a process is tried again, others have their time: up to a minute, and of several that were under way
 * with it each another time, so that the one which does it is alone some day.
 */
const afterLostTry = sql`now() + least(0.25 * 2 ^ least(claimed.attempts, 10), 60) * (0.5 + random()) * interval '1 second'`;

/**
 * Claims what is due for these surfaces, oldest first, erasures last. Replies and cards of one place go one at a time and
 * in order: a row waits while an older one of its place has not been posted, or any other is being posted. Files keep
 * the same order among themselves; what is no post in the place (reactions, notices, erasures) waits for nothing.
 * `attempts` counts the tries before this one.
 */
export async function claimDue(database: Database, surfaces: string[], limit: number): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedRow & { due_count: number; was_lost: boolean }>`
    update junior_deliveries as claimed
    set claim_id = gen_random_uuid(), claim_until = ${claimEnd}, attempts = attempts + 1,
      next_attempt_at = case when chosen.was_lost then ${afterLostTry} else next_attempt_at end
    from (
      select due.id, due.claim_id is not null as was_lost from junior_deliveries as due
      where due.surface = any(${surfaces}) and ${isDue("due")}
        and (due.kind not in ('reply', 'card', 'file') or not exists (
          select from junior_deliveries as other
          where other.surface = due.surface and other.tenant = due.tenant and other.channel = due.channel
            and other.thread is not distinct from due.thread and other.id <> due.id
            and other.kind = any(case due.kind when 'file' then array['file'] else array['reply', 'card'] end)
            and other.wanted_version > other.posted_version and other.parked_code is null
            and (other.claim_until > now()
              or ((other.posted_version = 0) and (other.created_at, other.id) < (due.created_at, due.id)
                and (other.attempts < ${triesThatHoldBack} or other.next_attempt_at <= now())))
        ))
      order by due.kind = 'erasure', due.created_at, due.id
      limit ${limit}
      for update skip locked
    ) as chosen
    where claimed.id = chosen.id
    returning claimed.*, chosen.was_lost, (
      select message.text from junior_messages as message where claimed.kind = 'reply' and message.id = claimed.message_id
    ) as text, (
      select count(*) from (
        select from junior_deliveries as due where due.surface = any(${surfaces}) and ${isDue("due")} limit ${limit + 1}
      ) as any_due
    ) as due_count`.execute(database);
  return rows.map((row) => {
    const isGivenUp = row.was_lost && row.attempts > triesBeforeGivenUp;
    return { ...claimedDelivery(row), isGivenUp, othersDue: row.due_count > rows.length };
  });
}

/**
 * The step of a statement that delivers a reply where its Conversation is delivered outside, from the step `numbered`
 * with the Conversation's location. With a `claimId`, the reply is claimed unless something of its place comes first.
 */
export const deliveredReply = (reply: {
  id: string;
  conversationId: string;
  messageId: string;
  claimId: string | null;
  surfaces: string[];
}) => sql`
    insert into junior_deliveries (
      id, conversation_id, kind, message_id, surface, tenant, channel, thread, claim_id, claim_until, attempts)
    select ${reply.id}::uuid, ${reply.conversationId}::uuid, 'reply', ${reply.messageId}::uuid, location_surface, location_tenant,
      location_channel, location_thread, case when is_first then ${reply.claimId}::uuid end,
      case when is_first then ${claimEnd} end, case when is_first then 1 else 0 end
    from numbered cross join lateral (
      select ${reply.claimId !== null}::boolean and location_surface = any(${reply.surfaces}::text[]) and not exists (
        select from junior_deliveries as other
        where other.surface = location_surface and other.tenant = location_tenant and other.channel = location_channel
          and other.thread is not distinct from location_thread and other.kind in ('reply', 'card')
          and other.wanted_version > other.posted_version and other.parked_code is null
      ) as is_first
    ) as order_there
    where location_surface is not null
    returning *`;

/** `attempts` of the row counts this one. */
export function claimedDelivery(row: ClaimedRow): Omit<ClaimedDelivery, "othersDue"> {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    kind: row.kind,
    messageId: row.message_id,
    itemId: row.item_id,
    emoji: row.emoji,
    fileId: row.file_id,
    code: row.code,
    text: row.text,
    surface: row.surface,
    place: { tenant: row.tenant, channel: row.channel, thread: row.thread },
    posted: row.posted_channel !== null && row.posted_id !== null ? { channel: row.posted_channel, id: row.posted_id } : null,
    attempts: row.attempts - 1,
    createdAt: row.created_at,
    claimId: row.claim_id,
    version: row.wanted_version,
    isGivenUp: false,
  };
}

/** Keeps what is still being posted. @returns the claims that are still held */
export async function renewClaims(database: Database, claimIds: string[]): Promise<Set<string>> {
  const rows = await database
    .updateTable("junior_deliveries")
    .set({ claim_until: claimEnd })
    .where("claim_id", "in", claimIds)
    .returning("claim_id")
    .execute();
  return new Set(rows.flatMap((row) => row.claim_id ?? []));
}

/** @returns false when the claim is gone and the row does not hold this very post: the post must be withdrawn */
export async function recordPosted(
  database: Database,
  claim: Claim & { version: number },
  post: { channel: string; id: string },
): Promise<boolean> {
  const recorded = await database
    .updateTable("junior_deliveries")
    .set({
      posted_version: claim.version,
      posted_channel: post.channel,
      posted_id: post.id,
      attempts: 0,
      claim_id: null,
      claim_until: null,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", claim.id)
    .where("claim_id", "=", claim.claimId)
    .returning("id")
    .executeTakeFirst();
  if (recorded) return true;
  const held = await database
    .selectFrom("junior_deliveries")
    .select("id")
    .where("id", "=", claim.id)
    .where("posted_channel", "=", post.channel)
    .where("posted_id", "=", post.id)
    .executeTakeFirst();
  return held !== undefined;
}

/**
 * Keeps the address of a post before it is known to stand, so that the next try can look for that very one.
 * @returns false when the claim is gone: then nothing may be posted
 */
export async function rememberAddress(database: Database, claim: Claim, post: { channel: string; id: string }): Promise<boolean> {
  const remembered = await database
    .updateTable("junior_deliveries")
    .set({ posted_channel: post.channel, posted_id: post.id, updated_at: sql<Date>`now()` })
    .where("id", "=", claim.id)
    .where("claim_id", "=", claim.claimId)
    .returning("id")
    .executeTakeFirst();
  return remembered !== undefined;
}

/** Gives a claimed row back for a later try; an untouched one counts no try. */
export async function postpone(database: Database, claim: Claim, afterMs: number, untouched = false): Promise<void> {
  await database
    .updateTable("junior_deliveries")
    .set((eb) => ({
      next_attempt_at: sql<Date>`now() + ${afterMs} * interval '1 millisecond'`,
      attempts: eb.fn<number>("least", [untouched ? eb("attempts", "-", 1) : eb.ref("attempts"), sql`${mostFailures}::integer`]),
      claim_id: null,
      claim_until: null,
    }))
    .where("id", "=", claim.id)
    .where("claim_id", "=", claim.claimId)
    .execute();
}

/** Sets aside what can never succeed, so that it holds back nothing else. @returns false when the claim is gone */
export async function park(connection: Connection, claim: Claim, code: string): Promise<boolean> {
  const parked = await connection
    .updateTable("junior_deliveries")
    .set({ parked_code: code, claim_id: null, claim_until: null, updated_at: sql<Date>`now()` })
    .where("id", "=", claim.id)
    .where("claim_id", "=", claim.claimId)
    .returning("id")
    .executeTakeFirst();
  return parked !== undefined;
}

export type ClaimedRow = {
  id: string;
  conversation_id: string;
  kind: DeliveryKind;
  message_id: string | null;
  item_id: string | null;
  emoji: string | null;
  file_id: string | null;
  code: string | null;
  text: string | null;
  surface: string;
  tenant: string;
  channel: string;
  thread: string | null;
  posted_channel: string | null;
  posted_id: string | null;
  attempts: number;
  claim_id: string;
  created_at: Date;
  wanted_version: number;
};

const isDue = (table: string) => sql<SqlBool>`
  ${sql.ref(`${table}.wanted_version`)} > ${sql.ref(`${table}.posted_version`)} and ${sql.ref(`${table}.parked_code`)} is null
  and ${sql.ref(`${table}.next_attempt_at`)} <= now()
  and (${sql.ref(`${table}.claim_until`)} is null or ${sql.ref(`${table}.claim_until`)} < now())`;
