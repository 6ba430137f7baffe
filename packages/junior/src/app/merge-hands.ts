import { findParticipations, lockConversations, repointParticipant } from "../conversations/participant-store.ts";
import { repointItems } from "../desk/repoint-items.ts";
import { findAskedConversations } from "../desk/repoint-store.ts";
import { repointUploads } from "../files/repoint-store.ts";
import { repointUsage } from "../model/usage-store.ts";
import type { MergeHands } from "../people/merge-users.ts";
import type { Queue } from "../queue/queue.ts";
import { findPrincipalConversations, repointPrincipal } from "../turns/repoint-store.ts";

/** What a merge of two Users changes outside `people`: a room whose tables name a User is listed here. */
export function mergeHands(queue: Queue): MergeHands {
  return {
    async lock(transaction, userId) {
      const ids = new Set([
        ...(await findParticipations(transaction, userId)),
        ...(await findAskedConversations(transaction, userId)),
        ...(await findPrincipalConversations(transaction, userId)),
      ]);
      await lockConversations(transaction, [...ids]);
    },
    repoint: [repointParticipant, repointItems(queue), repointPrincipal, repointUsage, repointUploads],
  };
}
