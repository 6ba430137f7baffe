import { randomUUID } from "node:crypto";
import type { Deliverer } from "junior-plugin-api";
import { faultCode, type Log } from "../base/log.ts";
import type { Database } from "../db/database.ts";
import type { Queue } from "../queue/queue.ts";
import { type ClaimedDelivery, claimDue, claimMs, postpone, recordPosted, rememberAddress, renewClaims } from "./delivery-claim-store.ts";
import { parkDelivery } from "./park-delivery.ts";

export type Poster = {
  /** Posts what is due now; never throws. */
  wake(): void;
  /** Room for one reply that is about to be written, so that it needs no claim of its own; null where there is none. */
  reserve(): ReservedPost | null;
  /** Ends the posts under way where they stand; what is not done is looked for at the next start. */
  close(): Promise<void>;
};

/** Given to `appendReply`, and then either posted, once its transaction has ended well, or freed. */
export type ReservedPost = { claimId: string; surfaces: string[]; post(delivery: ClaimedDelivery): void; free(): void };

const atOnce = 16;
const sweepMs = 2_000;

/** Posts what waits for the given surfaces: on a hint, right after a commit here, and every 2 s whatever else failed. */
export async function openPoster(options: { database: Database; queue: Queue; deliverers: Deliverer[]; log: Log }): Promise<Poster> {
  const { database, log } = options;
  const deliverers = new Map(options.deliverers.map((deliverer) => [deliverer.surface, deliverer]));
  if (deliverers.size === 0) return { wake: () => undefined, reserve: () => null, close: async () => undefined };
  const underWay = new Map<string, { posting: Promise<void>; claim: AbortController }>();
  const reserved = new Set<ReservedPost>();
  const soon = new Set<NodeJS.Timeout>();
  let closed = false;
  let claiming: Promise<void> | null = null;
  let again = false;

  const claimAll = async () => {
    do {
      again = false;
      const room = atOnce - underWay.size - reserved.size;
      if (room <= 0) {
        cameMeanwhile = true;
        return;
      }
      const claimed = await claimDue(database, [...deliverers.keys()], room);
      for (const delivery of claimed) start(delivery);
      cameMeanwhile ||= claimed.some((delivery) => delivery.othersDue);
    } while (again && !closed);
  };
  const start = (delivery: ClaimedDelivery) => {
    const claim = new AbortController();
    const posting = post(delivery, claim.signal).finally(() => {
      underWay.delete(delivery.claimId);
      lookAgain();
    });
    underWay.set(delivery.claimId, { posting, claim });
  };
  const wake = () => {
    again = true;
    if (closed || claiming) return;
    claiming = claimAll()
      .catch((error: unknown) => log.warn("deliveries could not be claimed", { code: faultCode(error) }))
      .finally(() => {
        claiming = null;
        if (again) wake();
      });
  };
  /** What came while others were being posted may have had to wait for one of them. */
  let cameMeanwhile = false;
  const lookAgain = () => {
    if (!cameMeanwhile) return;
    cameMeanwhile = underWay.size > 0;
    wake();
  };
  const wakeOnHint = () => {
    cameMeanwhile ||= underWay.size > 0;
    wake();
  };
  /** What is due before the next sweep need not wait for it. */
  const wakeAfter = (afterMs: number) => {
    if (closed || afterMs >= sweepMs) return;
    const timer = setTimeout(() => {
      soon.delete(timer);
      wake();
    }, afterMs + 10);
    soon.add(timer);
  };
  const postponeBy = async (delivery: ClaimedDelivery, afterMs: number, untouched?: true) => {
    await postpone(database, delivery, afterMs, untouched);
    wakeAfter(afterMs);
  };
  const post = async (delivery: ClaimedDelivery, signal: AbortSignal) => {
    const deliverer = deliverers.get(delivery.surface);
    if (!deliverer) return;
    try {
      if (delivery.isGivenUp) {
        log.error("a delivery is given up: every try of it came to no end", { deliveryId: delivery.id, attempts: delivery.attempts });
        return await parkDelivery(database, delivery, "no_outcome");
      }
      const result = await deliverer.deliver(delivery, signal, (address) => rememberAddress(database, delivery, address));
      if (result.outcome === "parked") {
        log.warn("a delivery can never succeed", { deliveryId: delivery.id, code: result.code });
        await parkDelivery(database, delivery, result.code);
      } else if (result.outcome === "later") {
        await postponeBy(delivery, result.afterMs, result.untouched);
      } else if (!(await recordPosted(database, delivery, result))) {
        await deliverer.withdraw({ tenant: delivery.place.tenant, channel: result.channel, id: result.id });
      }
    } catch (error) {
      if (!signal.aborted) log.warn("a delivery failed", { deliveryId: delivery.id, attempts: delivery.attempts, code: faultCode(error) });
      await postponeBy(delivery, closed ? 0 : backoffMs(delivery.attempts)).catch(() => undefined);
    }
  };
  // A database that is away lets the claims run out; whoever claims next looks before posting.
  const renew = async () => {
    if (underWay.size === 0) return;
    const held = await renewClaims(database, [...underWay.keys()]);
    for (const [claimId, { claim }] of underWay) if (!held.has(claimId)) claim.abort(new Error("the delivery's claim was lost"));
  };

  options.queue.listen("delivery", wakeOnHint);
  const sweep = setInterval(wake, sweepMs);
  const renewal = setInterval(() => void renew().catch(() => undefined), claimMs / 3);
  wake();
  return {
    wake,
    reserve() {
      if (closed || underWay.size + reserved.size >= atOnce) return null;
      const place: ReservedPost = {
        claimId: randomUUID(),
        surfaces: [...deliverers.keys()],
        post(delivery) {
          if (reserved.delete(place)) start(delivery);
        },
        free() {
          if (reserved.delete(place)) lookAgain();
        },
      };
      reserved.add(place);
      return place;
    },
    async close() {
      closed = true;
      clearInterval(sweep);
      clearInterval(renewal);
      for (const timer of soon) clearTimeout(timer);
      await claiming;
      for (const { claim } of underWay.values()) claim.abort(new Error("Junior is stopping"));
      await Promise.all([...underWay.values()].map(({ posting }) => posting));
    },
  };
}

const backoffMs = (attempts: number) => Math.min(250 * 2 ** attempts, 60_000);
