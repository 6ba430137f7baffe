import type { Deliverer, DeliveryResult, WaitingDelivery } from "junior-plugin-api";
import type { Log } from "../base/log.ts";
import type { Database } from "../db/database.ts";
import { readAddress } from "./address.ts";
import { createChannelPauses } from "./channel-pauses.ts";
import type { Clients } from "./clients.ts";
import { deliverFile, type FileContent } from "./deliver-file.ts";
import { deliverNotice } from "./deliver-notice.ts";
import { deliverPost, type Posting, updatePost } from "./deliver-post.ts";
import { deliverReaction } from "./deliver-reaction.ts";
import { deliveryOutcome } from "./delivery-outcome.ts";
import { drawDelivery } from "./draw-delivery.ts";
import { erasePosts } from "./erase-posts.ts";
import { beginSearch, LookBackError, type SearchProgress } from "./find-posts.ts";
import type { Install } from "./install.ts";
import { removeFile, removePost } from "./remove-post.ts";

type Deps = {
  /** Null until Slack has told us who we are. */
  install: () => Install | null;
  clients: Clients;
  /** Clients for one delivery, which end with the signal. */
  openClients: (signal: AbortSignal) => Clients;
  database: Database;
  readFile: (fileId: string) => Promise<FileContent | null>;
  /** A reply is about to be posted: the work it ends is no longer shown. */
  onReply: (place: WaitingDelivery["place"]) => void;
  publicUrl: string | null;
  now: () => number;
  log: Log;
};

type Own = Posting & Pick<Deps, "database" | "readFile" | "publicUrl"> & { install: Install; signal: AbortSignal };

const mostSearches = 1_000;

/**
 * Makes in Slack what waits to be made. A post whose answer was lost is found and taken over, never made twice; one that
 * Slack put outside its thread is taken away. Once the signal is aborted nothing is begun, and the wait for Slack ends
 * at once: the next attempt looks what became of it.
 */
export function createDeliverer(deps: Deps): Deliverer {
  const pauses = createChannelPauses(deps.now);
  const searches = new Map<string, SearchProgress>();

  const searchOf = (delivery: WaitingDelivery): SearchProgress => {
    const search = searches.get(delivery.id) ?? beginSearch(delivery.createdAt);
    if (searches.size >= mostSearches) searches.clear();
    searches.set(delivery.id, search);
    return search;
  };

  return {
    surface: "slack",
    async deliver(delivery, signal, remember) {
      const install = deps.install();
      if (!install) return { outcome: "later", afterMs: 2_000, code: "not_connected", untouched: true };
      if (delivery.place.tenant !== install.teamId) return { outcome: "parked", code: "other_team" };
      signal.throwIfAborted();
      const own = { ...deps, install, clients: deps.openClients(signal), pauses, signal, remember, progress: searchOf(delivery) };
      const result = await attempt(own, delivery, deps.onReply);
      if (result.outcome !== "later") searches.delete(delivery.id);
      return result;
    },
    async withdraw({ channel, id }) {
      const address = readAddress(id);
      if (address.kind === "post") await removePost(deps.clients, channel, address.ts);
      if (address.kind === "file") await removeFile(deps.clients, address.id);
    },
  };
}

async function attempt(own: Own, delivery: WaitingDelivery, onReply: Deps["onReply"]): Promise<DeliveryResult> {
  try {
    switch (delivery.kind) {
      case "reaction":
        return await deliverReaction(own, delivery);
      case "file":
        return await deliverFile(own, delivery);
      case "notice":
        return await deliverNotice(own, delivery);
      case "erasure":
        return await erasePosts(own, delivery);
      case "reply":
      case "card":
        return await say(own, delivery, onReply);
    }
  } catch (error) {
    if (error instanceof LookBackError) return { outcome: "parked", code: "look_back_refused" };
    return deliveryOutcome(error, delivery.attempts);
  }
}

async function say(own: Own, delivery: WaitingDelivery, onReply: Deps["onReply"]): Promise<DeliveryResult> {
  const drawn = await drawDelivery(own, delivery);
  const [first] = drawn;
  if (!first) return { outcome: "parked", code: "nothing_to_show" };
  own.signal.throwIfAborted();
  if (delivery.kind === "card" && delivery.posted) return updatePost(own, delivery.posted, first);
  const pausedMs = own.pauses.left(delivery.place.channel);
  if (pausedMs > 0) return { outcome: "later", afterMs: pausedMs, code: "ratelimited", untouched: true };
  if (delivery.kind === "reply") onReply(delivery.place);
  return deliverPost(own, delivery, drawn);
}
