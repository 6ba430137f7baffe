import { countParticipants, listUndecided } from "../conversations/message-state-store.ts";
import type { Database } from "../db/database.ts";
import { hasOpenAction } from "../desk/item-reader-store.ts";

/** A thread message without a mention is for Junior where only one person talks there, or where its author is being asked. */
export async function decideMessages(
  database: Database,
  conversationId: string,
): Promise<{ messageId: string; state: "waiting" | "seen" }[]> {
  const undecided = await listUndecided(database, conversationId);
  if (undecided.length === 0) return [];
  const alone = (await countParticipants(database, conversationId)) === 1;
  return Promise.all(
    undecided.map(async ({ id, authorUserId }) => {
      const asked = authorUserId !== null && (await hasOpenAction(database, conversationId, authorUserId));
      return { messageId: id, state: alone || asked ? ("waiting" as const) : ("seen" as const) };
    }),
  );
}
