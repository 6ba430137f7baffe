import type { Database } from "../db/database.ts";
import { lockConversation } from "./conversation-store.ts";
import { findActorAt } from "./delivery-actor-store.ts";
import { type ClaimedDelivery, park } from "./delivery-claim-store.ts";
import { addDelivery } from "./delivery-store.ts";

/**
 * Sets a delivery aside for good. Where that keeps Junior's words or a file from people, whom the Turn acted for is told
 * by a notice, if they are known at that surface.
 */
export async function parkDelivery(database: Database, delivery: ClaimedDelivery, code: string): Promise<void> {
  const { kind, conversationId, surface, place } = delivery;
  if (kind !== "reply" && kind !== "file") return void (await park(database, delivery, code));
  await database.transaction().execute(async (transaction) => {
    // The row of a Conversation comes before all others; a purged one has nothing left to tell.
    const isThere = await lockConversation(transaction, conversationId);
    if (!(await park(transaction, delivery, code)) || !isThere) return;
    const actor = await findActorAt(transaction, delivery);
    if (actor === null) return;
    await addDelivery(transaction, {
      kind: "notice",
      code: `${kind}-not-posted:${code}`,
      conversationId,
      place: { surface, tenant: place.tenant, channel: actor, thread: null },
    });
  });
}
