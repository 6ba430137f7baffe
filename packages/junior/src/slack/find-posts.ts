import type { WaitingDelivery } from "junior-plugin-api";
import type { Clients } from "./clients.ts";
import { metadataType } from "./delivery-metadata.ts";
import { readApiError } from "./read-api-error.ts";

/** What stands in Slack of one delivery, by the number of the part. */
export type FoundPosts = {
  parts: Map<number, string>;
  /** Posts of it that Slack put at the channel's root, since the thread was gone. */
  strays: string[];
};

/** Slack's clock may be behind ours. */
const leewaySeconds = 60;

/**
 * Reads the place back from shortly before the delivery was made: an earlier try may have been posted although its
 * answer was lost. All pages are read.
 */
export async function findPosts(clients: Clients, delivery: WaitingDelivery): Promise<FoundPosts> {
  const { channel, thread } = delivery.place;
  const oldest = String(Math.floor(delivery.createdAt.getTime() / 1000) - leewaySeconds);
  const page = { channel, oldest, inclusive: true, include_all_metadata: true, limit: 200 };
  if (thread === null)
    return { parts: await collect(delivery.id, (cursor) => clients.reading.conversations.history({ ...page, cursor })), strays: [] };
  try {
    return {
      parts: await collect(delivery.id, (cursor) => clients.reading.conversations.replies({ ...page, ts: thread, cursor })),
      strays: [],
    };
  } catch (error) {
    if (readApiError(error)?.code !== "thread_not_found") throw error;
    const atRoot = await collect(delivery.id, (cursor) => clients.reading.conversations.history({ ...page, cursor }));
    return { parts: new Map(), strays: [...atRoot.values()] };
  }
}

type Page = { messages?: { ts?: string; metadata?: unknown }[]; response_metadata?: { next_cursor?: string } };

async function collect(deliveryId: string, read: (cursor: string | undefined) => Promise<Page>): Promise<Map<number, string>> {
  const parts = new Map<number, string>();
  let cursor: string | undefined;
  do {
    const { messages = [], response_metadata: more } = await read(cursor);
    for (const message of messages) {
      const part = message.ts === undefined ? null : partOf(message.metadata, deliveryId);
      if (part !== null && message.ts !== undefined && !parts.has(part)) parts.set(part, message.ts);
    }
    cursor = more?.next_cursor || undefined;
  } while (cursor);
  return parts;
}

function partOf(metadata: unknown, deliveryId: string): number | null {
  const { event_type: type, event_payload: payload } = (metadata ?? {}) as {
    event_type?: unknown;
    event_payload?: Record<string, unknown>;
  };
  return type === metadataType && payload?.delivery_id === deliveryId ? Number(payload.part ?? 0) : null;
}
