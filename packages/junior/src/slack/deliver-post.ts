import type { DeliveryResult, WaitingDelivery } from "junior-plugin-api";
import type { Log } from "../base/log.ts";
import type { ChannelPauses } from "./channel-pauses.ts";
import type { Clients } from "./clients.ts";
import { deliveryMetadata } from "./delivery-metadata.ts";
import { refusedBlocks } from "./delivery-outcome.ts";
import type { Drawn } from "./draw-delivery.ts";
import { findPosts, type FoundPosts, type SearchProgress } from "./find-posts.ts";
import { readApiError } from "./read-api-error.ts";
import { removePost } from "./remove-post.ts";

export type Posting = {
  clients: Clients;
  log: Log;
  pauses: ChannelPauses;
  /** How far an earlier search for this delivery came. */
  progress: SearchProgress;
  remember: (address: { channel: string; id: string }) => Promise<boolean>;
};

/**
 * Posts what was drawn, each part once: whatever an earlier try may have posted is looked for first. Of several parts
 * the first one's address is stored before the next is posted.
 */
export async function deliverPost(deps: Posting, delivery: WaitingDelivery, drawn: Drawn[]): Promise<DeliveryResult> {
  const { channel } = delivery.place;
  const isDoubtful = delivery.attempts > 0 || delivery.posted !== null;
  const earlier = isDoubtful ? await lookBack(deps, delivery, drawn.length) : nothing;
  for (const stray of earlier.strays) await removePost(deps.clients, channel, stray);
  if (earlier.strays.length > 0) return { outcome: "parked", code: "thread-gone" };

  let first: string | null = null;
  for (const [part, one] of drawn.entries()) {
    const ts = earlier.parts.get(part) ?? (await postPart(deps, delivery, part, one));
    if (ts === null) return { outcome: "parked", code: "thread-gone" };
    if (first === null && drawn.length > 1 && !(await deps.remember({ channel, id: ts }))) throw new Error("the claim was lost");
    first ??= ts;
  }
  if (first === null) throw new Error("a delivery made no post");
  // A card that was found may show an older state.
  if (delivery.kind === "card" && earlier.parts.size > 0 && drawn[0]) return updatePost(deps, { channel, id: first }, drawn[0]);
  return { outcome: "posted", channel, id: first };
}

/** Draws an earlier post again. */
export async function updatePost(
  deps: Pick<Posting, "clients" | "log">,
  at: { channel: string; id: string },
  drawn: Drawn,
): Promise<DeliveryResult> {
  const target = { channel: at.channel, ts: at.id };
  await orPlain(
    deps.log,
    () => deps.clients.updating.chat.update({ ...target, text: drawn.text, blocks: drawn.blocks }),
    () => deps.clients.updating.chat.update({ ...target, text: drawn.plainText, blocks: [] }),
  );
  return { outcome: "posted", ...at };
}

const nothing: FoundPosts = { parts: new Map(), strays: [] };

function lookBack({ clients, progress }: Posting, delivery: WaitingDelivery, parts: number): Promise<FoundPosts> {
  return findPosts(clients, { deliveryId: delivery.id, place: delivery.place, createdAt: delivery.createdAt, parts, progress });
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
  const { posting } = deps.clients;
  const { ts, message } = await deps.pauses.watch(channel, () =>
    orPlain(
      deps.log,
      () => posting.chat.postMessage({ ...place, text: drawn.text, blocks: drawn.blocks }),
      () => posting.chat.postMessage({ ...place, text: drawn.plainText }),
    ),
  );
  if (!ts) throw new Error("Slack named no post");
  if (thread === null || message?.thread_ts === thread) return ts;
  await removePost(deps.clients, channel, ts);
  return null;
}

/** A question is never silently pending: words without blocks where Slack refuses the blocks. */
async function orPlain<Result>(log: Log, withBlocks: () => Promise<Result>, plain: () => Promise<Result>): Promise<Result> {
  try {
    return await withBlocks();
  } catch (error) {
    const code = readApiError(error)?.code;
    if (code === undefined || !refusedBlocks.has(code)) throw error;
    log.warn("Slack refused the blocks of a post", { code });
    return plain();
  }
}
