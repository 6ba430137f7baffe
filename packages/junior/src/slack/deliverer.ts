import type { Deliverer, DeliveryResult, WaitingDelivery } from "junior-plugin-api";
import type { Log } from "../base/log.ts";
import type { Database } from "../db/database.ts";
import type { Clients } from "./clients.ts";
import { deliveryMetadata } from "./delivery-metadata.ts";
import { deliveryOutcome, refusedBlocks } from "./delivery-outcome.ts";
import { type Drawn, drawDelivery } from "./draw-delivery.ts";
import { findPosts } from "./find-posts.ts";
import type { Install } from "./install.ts";
import { readApiError } from "./read-api-error.ts";

type Deps = {
  /** Null until Slack has told us who we are. */
  install: () => Install | null;
  clients: Clients;
  /** Clients for one delivery, which end with the signal. */
  openClients: (signal: AbortSignal) => Clients;
  database: Database;
  publicUrl: string | null;
  log: Log;
};

type Posting = Pick<Deps, "clients" | "log">;

/**
 * Posts replies and cards into their threads, and draws cards again. A post whose answer was lost is found by its
 * metadata and taken over, never posted twice; one that Slack put outside its thread is taken away. Once the signal is
 * aborted nothing is begun, and the wait for Slack ends at once: the next attempt looks what became of it.
 */
export function createDeliverer(deps: Deps): Deliverer {
  return {
    surface: "slack",
    async deliver(delivery, signal) {
      const install = deps.install();
      if (!install) return { outcome: "later", afterMs: 2_000, code: "not_connected" };
      if (delivery.place.tenant !== install.teamId) return { outcome: "parked", code: "other_team" };
      const drawn = await drawDelivery({ ...deps, install }, delivery);
      const [first] = drawn;
      if (!first) return { outcome: "parked", code: "nothing_to_show" };
      signal.throwIfAborted();
      const own = { ...deps, clients: deps.openClients(signal) };
      try {
        return delivery.posted ? await update(own, delivery.posted, first) : await post(own, delivery, drawn);
      } catch (error) {
        return deliveryOutcome(error, delivery.attempts);
      }
    },
    withdraw: ({ channel, id }) => remove(deps.clients, channel, id),
  };
}

async function update(deps: Posting, at: { channel: string; id: string }, drawn: Drawn): Promise<DeliveryResult> {
  const target = { channel: at.channel, ts: at.id };
  await orPlain(
    deps,
    () => deps.clients.updating.chat.update({ ...target, text: drawn.text, blocks: drawn.blocks }),
    () => deps.clients.updating.chat.update({ ...target, text: drawn.plainText, blocks: [] }),
  );
  return { outcome: "posted", ...at };
}

async function post(deps: Posting, delivery: WaitingDelivery, drawn: Drawn[]): Promise<DeliveryResult> {
  const { channel, thread } = delivery.place;
  const earlier = delivery.attempts > 0 ? await findPosts(deps.clients, delivery) : { parts: new Map<number, string>(), strays: [] };
  for (const stray of earlier.strays) await remove(deps.clients, channel, stray);
  if (earlier.strays.length > 0) return { outcome: "parked", code: "thread-gone" };

  let first: string | null = null;
  for (const [part, one] of drawn.entries()) {
    const ts = earlier.parts.get(part) ?? (await postPart(deps, delivery, part, one));
    if (ts === null) return { outcome: "parked", code: "thread-gone" };
    first ??= ts;
  }
  // A card that was found may show an older state.
  if (delivery.kind === "card" && earlier.parts.size > 0 && first !== null && drawn[0])
    return update(deps, { channel, id: first }, drawn[0]);
  if (first === null) throw new Error(`a delivery in ${thread === null ? "a channel" : "a thread"} made no post`);
  return { outcome: "posted", channel, id: first };
}

/** @returns where it stands, or null when Slack put it outside its thread: then it has been taken away again */
async function postPart(deps: Posting, delivery: WaitingDelivery, part: number, drawn: Drawn): Promise<string | null> {
  const { channel, thread } = delivery.place;
  const place = {
    channel,
    ...(thread === null ? {} : { thread_ts: thread }),
    metadata: deliveryMetadata(delivery.id, part),
    unfurl_links: false,
    unfurl_media: false,
  };
  const { ts, message } = await orPlain(
    deps,
    () => deps.clients.posting.chat.postMessage({ ...place, text: drawn.text, blocks: drawn.blocks }),
    () => deps.clients.posting.chat.postMessage({ ...place, text: drawn.plainText }),
  );
  if (!ts) throw new Error("Slack named no post");
  if (thread === null || message?.thread_ts === thread) return ts;
  await remove(deps.clients, channel, ts);
  return null;
}

/** A question is never silently pending: words without blocks where Slack refuses the blocks. */
async function orPlain<Result>(deps: Posting, withBlocks: () => Promise<Result>, plain: () => Promise<Result>): Promise<Result> {
  try {
    return await withBlocks();
  } catch (error) {
    const code = readApiError(error)?.code;
    if (code === undefined || !refusedBlocks.has(code)) throw error;
    deps.log.warn("Slack refused the blocks of a post", { code });
    return plain();
  }
}

async function remove(clients: Clients, channel: string, ts: string): Promise<void> {
  try {
    await clients.posting.chat.delete({ channel, ts });
  } catch (error) {
    if (readApiError(error)?.code !== "message_not_found") throw error;
  }
}
