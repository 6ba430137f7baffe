import { redrawCards } from "../conversations/delivery-store.ts";
import type { RepointUser } from "../people/merge-users.ts";
import type { Queue } from "../queue/queue.ts";
import { repointAsked } from "./repoint-store.ts";

/** What was asked of, or by, one User is that of another; cards name them as they are called now. */
export function repointItems(queue: Queue): RepointUser {
  return async (transaction, from, into) => {
    for (const itemId of await repointAsked(transaction, from, into)) await redrawCards(transaction, queue, itemId);
  };
}
