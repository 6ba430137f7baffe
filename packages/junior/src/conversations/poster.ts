import type { Deliverer } from "junior-plugin-api";
import { newId } from "../base/ids.ts";
import { faultCode, type Log } from "../base/log.ts";
import type { Database } from "../db/database.ts";
import type { Queue } from "../queue/queue.ts";
import { type ClaimedDelivery, claimDue, claimMs, park, postpone, recordPosted, renewClaims } from "./delivery-store.ts";

export type Poster = {
  /** Posts what is due now; never throws. */
  wake(): void;
  /** Lets the posts under way end. */
  close(): Promise<void>;
};

const atOnce = 16;
const sweepMs = 2_000;

/** Posts what waits for the given surfaces: on a hint, right after a commit here, and every 2 s whatever else failed. */
export async function openPoster(options: { database: Database; queue: Queue; deliverers: Deliverer[]; log: Log }): Promise<Poster> {
  const { database, log } = options;
  const deliverers = new Map(options.deliverers.map((deliverer) => [deliverer.surface, deliverer]));
  if (deliverers.size === 0) return { wake: () => undefined, close: async () => undefined };
  const owner = newId();
  const underWay = new Map<string, Promise<void>>();
  let closed = false;
  let claiming: Promise<void> | null = null;
  let again = false;

  const claimAll = async () => {
    do {
      again = false;
      const room = atOnce - underWay.size;
      if (room <= 0) return;
      for (const delivery of await claimDue(database, [...deliverers.keys()], owner, room)) {
        const posting = post(delivery).finally(() => {
          underWay.delete(delivery.id);
          wake();
        });
        underWay.set(delivery.id, posting);
      }
    } while (again && !closed);
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
  const post = async (delivery: ClaimedDelivery) => {
    const claim = { id: delivery.id, owner, version: delivery.version };
    const deliverer = deliverers.get(delivery.surface);
    if (!deliverer) return;
    try {
      const result = await deliverer.deliver(delivery);
      if (result.outcome === "parked") {
        log.warn("a delivery can never succeed", { deliveryId: delivery.id, code: result.code });
        await park(database, claim, result.code);
      } else if (result.outcome === "later") {
        await postpone(database, claim, result.afterMs);
      } else if (!(await recordPosted(database, claim, result))) {
        await deliverer.withdraw({ tenant: delivery.place.tenant, channel: result.channel, id: result.id });
      }
    } catch (error) {
      log.warn("a delivery failed", { deliveryId: delivery.id, attempts: delivery.attempts, code: faultCode(error) });
      await postpone(database, claim, backoffMs(delivery.attempts)).catch(() => undefined);
    }
  };

  await options.queue.listen("delivery", async () => wake());
  const sweep = setInterval(wake, sweepMs);
  const renewal = setInterval(() => {
    // A database that is away lets the claims run out; a post that another then finds is withdrawn.
    if (underWay.size > 0) renewClaims(database, owner, [...underWay.keys()]).catch(() => undefined);
  }, claimMs / 3);
  wake();
  return {
    wake,
    async close() {
      closed = true;
      clearInterval(sweep);
      clearInterval(renewal);
      await claiming;
      await Promise.all(underWay.values());
    },
  };
}

const backoffMs = (attempts: number) => Math.min(250 * 2 ** attempts, 60_000);
