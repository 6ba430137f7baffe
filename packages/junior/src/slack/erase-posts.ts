import type { DeliveryResult, WaitingDelivery } from "junior-plugin-api";
import { words } from "../base/words.ts";
import { readAddress } from "./address.ts";
import type { Clients } from "./clients.ts";
import { findPosts, type SearchProgress } from "./find-posts.ts";
import { readApiError, refusedToken } from "./read-api-error.ts";
import { removeFile, removePost } from "./remove-post.ts";

/**
 * Takes away all that a delivery posted: the post at its address first, then what else of it is found by its id, since a
 * long reply stands in several posts. What Slack does not let us delete loses its words.
 */
export async function erasePosts(deps: { clients: Clients; progress: SearchProgress }, delivery: WaitingDelivery): Promise<DeliveryResult> {
  const { posted, place } = delivery;
  if (!posted) return { outcome: "parked", code: "no_address" };
  const address = readAddress(posted.id);
  if (address.kind === "file") await removeFile(deps.clients, address.id);
  if (address.kind === "post") await erase(deps.clients, posted.channel, address.ts);
  if (address.kind === "post" || address.kind === "unknown") {
    const channel = address.kind === "post" ? posted.channel : place.channel;
    const { parts, strays } = await findPosts(deps.clients, {
      deliveryId: delivery.id,
      place: { channel, thread: channel === place.channel ? place.thread : null },
      createdAt: delivery.createdAt,
      parts: Number.POSITIVE_INFINITY,
      progress: deps.progress,
    });
    for (const ts of [...parts.values(), ...strays]) if (ts !== posted.id) await erase(deps.clients, channel, ts);
  }
  return { outcome: "posted", ...posted };
}

async function erase(clients: Clients, channel: string, ts: string): Promise<void> {
  try {
    return await removePost(clients, channel, ts);
  } catch (error) {
    const refusal = readApiError(error);
    if (!refusal || refusal.retryAfterMs !== null || refusedToken.has(refusal.code)) throw error;
  }
  try {
    await clients.updating.chat.update({ channel, ts, text: words.erased, blocks: [], attachments: [] });
  } catch (error) {
    if (readApiError(error)?.code !== "message_not_found") throw error;
  }
}
