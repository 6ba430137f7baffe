import { lockLeased } from "../conversations/conversation-store.ts";
import { decideMessage, findJoining, hasMoreToDo, takeMessages } from "../conversations/message-state-store.ts";
import { recordChange } from "../db/changes.ts";
import type { Database } from "../db/database.ts";
import type { Model } from "../model/model.ts";
import { decideMessages } from "./decide-messages.ts";
import { showHeldBack } from "./show-held-back.ts";
import { isStopWord } from "./stop-word.ts";
import type { Turn } from "./turn.ts";

export type Joined = "nothing" | "joined" | "stop";

/**
 * Lets the Actor's new messages, and answers of the Turn's own tree, join it after a step.
 * @returns "stop" when one of them says so: it has been taken, and the Turn is to end
 */
export async function joinMessages(
  deps: { database: Database; fast: Model | null },
  turn: Turn,
  afterStep: number,
  signal: AbortSignal,
): Promise<Joined> {
  const { database } = deps;
  if (!(await hasMoreToDo(database, turn.conversationId))) return "nothing";
  const decisions = await decideMessages(deps, turn.conversationId, signal);
  return database.transaction().execute(async (transaction) => {
    await lockLeased(transaction, turn.conversationId, turn.epoch);
    for (const { messageId, state } of decisions) await decideMessage(transaction, messageId, state);
    await showHeldBack(transaction, turn);
    const waiting = await findJoining(transaction, turn);
    const stop = waiting.findIndex((message) => isStopWord(message.text));
    // What is said after "stop" is for the Turn that follows.
    const joining = stop === -1 ? waiting : waiting.slice(0, stop + 1);
    if (joining.length === 0) return "nothing";
    await takeMessages(
      transaction,
      joining.map((message) => message.id),
      { turnId: turn.id, turnTreeId: turn.treeId, afterStep },
    );
    await recordChange(transaction, "conversation", turn.conversationId, turn.conversationId);
    return stop === -1 ? "joined" : "stop";
  });
}
