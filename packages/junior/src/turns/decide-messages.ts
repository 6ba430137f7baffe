import { countSpeakers, listSpokenBefore, listUndecided, type Undecided } from "../conversations/message-state-store.ts";
import { isMuted } from "../conversations/mute-store.ts";
import type { Database } from "../db/database.ts";
import { hasOpenAction } from "../desk/item-reader-store.ts";
import { isForJunior } from "../model/is-for-junior.ts";
import type { Model } from "../model/model.ts";

export type Decision = { messageId: string; state: "waiting" | "seen" };

const spokenBefore = 5;

/**
 * A thread message without a mention is for Junior where only one person talks there, where its author is being asked,
 * or where it directly follows Junior's own words and the fast model is sure. In a muted thread nothing is.
 */
export async function decideMessages(
  deps: { database: Database; fast: Model | null },
  conversationId: string,
  signal: AbortSignal,
): Promise<Decision[]> {
  const { database } = deps;
  const undecided = await listUndecided(database, conversationId);
  if (undecided.length === 0) return [];
  const muted = await isMuted(database, conversationId);
  const alone = !muted && (await countSpeakers(database, conversationId)) === 1;
  return Promise.all(
    undecided.map(async (message) => {
      const forJunior = !muted && (alone || (await isAsked(message)) || (await goesOnWithJunior(message)));
      return { messageId: message.id, state: forJunior ? ("waiting" as const) : ("seen" as const) };
    }),
  );

  async function isAsked({ authorUserId }: Undecided): Promise<boolean> {
    return authorUserId !== null && hasOpenAction(database, conversationId, authorUserId);
  }

  async function goesOnWithJunior({ followsJunior, sequence, authorName, text }: Undecided): Promise<boolean> {
    if (!followsJunior || !deps.fast) return false;
    const spoken = await listSpokenBefore(database, conversationId, sequence, spokenBefore);
    return (await isForJunior(deps.fast, [...spoken, { author: authorName, text }], signal)) === "sure";
  }
}
