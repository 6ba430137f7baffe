import type { DeliveryResult, WaitingDelivery } from "junior-plugin-api";
import { findExternalKey } from "../conversations/message-store.ts";
import type { Database } from "../db/database.ts";
import { reactionAddress } from "./address.ts";
import type { Clients } from "./clients.ts";
import { readApiError } from "./read-api-error.ts";

/** Reacts to a message of Slack's; one that is there already is as good. */
export async function deliverReaction(
  deps: { database: Database; clients: Pick<Clients, "posting"> },
  delivery: WaitingDelivery,
): Promise<DeliveryResult> {
  const { messageId, emoji, place } = delivery;
  const key = messageId === null ? null : await findExternalKey(deps.database, messageId);
  const [surface, team, channel, ts] = key?.split(":") ?? [];
  if (surface !== "slack" || team !== place.tenant || !channel || !ts || emoji === null)
    return { outcome: "parked", code: "no_such_message" };
  try {
    await deps.clients.posting.reactions.add({ channel, timestamp: ts, name: emoji });
  } catch (error) {
    if (readApiError(error)?.code !== "already_reacted") throw error;
  }
  return { outcome: "posted", channel, id: reactionAddress(ts, emoji) };
}
