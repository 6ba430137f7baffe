import type { Clients } from "./clients.ts";
import { metadataType } from "./delivery-metadata.ts";
import { readApiError } from "./read-api-error.ts";

/** What stands in Slack of one delivery, by the number of the part. */
export type FoundPosts = {
  parts: Map<number, string>;
  /** Posts of it that Slack put at the channel's root, since the thread was gone. */
  strays: string[];
};

/** Which posts are looked for, and where; `parts` ends the search when that many are found. */
export type Sought = {
  deliveryId: string;
  place: { channel: string; thread: string | null };
  createdAt: Date;
  parts: number;
  /** How far earlier searches came, kept by the caller where one may be cut short. */
  progress?: SearchProgress;
};
export type SearchProgress = { oldest: string; parts: Map<number, string> };

/** Slack's clock may be behind ours. */
const leewaySeconds = 60;
/** 10,000 posts since the delivery was made; a place that is busier than that is given up. */
const mostPages = 50;

/** Slack will not let us look, or there is too much to look at. */
export class LookBackError extends Error {
  override readonly name = "LookBackError";
}

/**
 * Reads the place back from shortly before the delivery was made: an earlier try may have been posted although its
 * answer was lost. A thread is read from its oldest post on, so that a search that a limit has cut short goes on where
 * it stood.
 * @throws LookBackError when it cannot be told; what Slack refuses for now is thrown as it is
 */
export async function findPosts(clients: Pick<Clients, "reading">, sought: Sought): Promise<FoundPosts> {
  const { channel, thread } = sought.place;
  const { reading } = clients;
  const page = { channel, inclusive: true, include_all_metadata: true, limit: 200 };
  const inChannel = () =>
    collect({ ...sought, progress: undefined }, (oldest, cursor) => reading.conversations.history({ ...page, oldest, cursor }));
  try {
    if (thread === null) return { parts: await inChannel(), strays: [] };
    const parts = await collect(sought, (oldest, cursor) => reading.conversations.replies({ ...page, oldest, ts: thread, cursor }));
    return { parts, strays: [] };
  } catch (error) {
    const refusal = readApiError(error);
    if (refusal?.code === "thread_not_found") return { parts: new Map(), strays: [...(await inChannel()).values()] };
    if (refusal && refusedLooks.has(refusal.code)) throw new LookBackError(refusal.code);
    throw error;
  }
}

/** When a search for this delivery begins. */
export function beginSearch(createdAt: Date): SearchProgress {
  return { oldest: String(Math.floor(createdAt.getTime() / 1000) - leewaySeconds), parts: new Map() };
}

type Page = { messages?: { ts?: string; metadata?: unknown }[]; response_metadata?: { next_cursor?: string } };

async function collect(sought: Sought, read: (oldest: string, cursor: string | undefined) => Promise<Page>): Promise<Map<number, string>> {
  const progress = sought.progress ?? beginSearch(sought.createdAt);
  const { parts, oldest } = progress;
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { messages = [], response_metadata: more } = await read(oldest, cursor);
    for (const message of messages) {
      const part = message.ts === undefined ? null : partOf(message.metadata, sought.deliveryId);
      if (part !== null && message.ts !== undefined && !parts.has(part)) parts.set(part, message.ts);
    }
    cursor = more?.next_cursor || undefined;
    if (!cursor || parts.size >= sought.parts) return parts;
    progress.oldest = messages.at(-1)?.ts ?? progress.oldest;
  }
  throw new LookBackError("too_many_posts");
}

function partOf(metadata: unknown, deliveryId: string): number | null {
  const { event_type: type, event_payload: payload } = (metadata ?? {}) as {
    event_type?: unknown;
    event_payload?: Record<string, unknown>;
  };
  return type === metadataType && payload?.delivery_id === deliveryId ? Number(payload.part ?? 0) : null;
}

const refusedLooks: ReadonlySet<string> = new Set([
  "missing_scope",
  "no_permission",
  "not_allowed_token_type",
  "access_denied",
  "not_in_channel",
  "channel_not_found",
  "team_access_not_granted",
  "ekm_access_denied",
]);
