import { takeLease } from "../conversations/lease-store.ts";
import { type Leading, leadingOf } from "../conversations/message-state-store.ts";
import type { Worker } from "./drain-conversation.ts";
import type { TurnDeps } from "./run-turn.ts";
import { describeStart, takeAndStart } from "./turn-start-store.ts";
import { findWork } from "./turn-store.ts";
import type { Turn } from "./turn.ts";

/**
 * Takes a Conversation in which something is to do, together with its next Turn where that takes no thought.
 * @returns null when somebody else has it, or nothing is to do
 */
export async function takeConversation(
  deps: TurnDeps,
  conversationId: string,
  worker: Worker,
): Promise<{ epoch: number; turn: Turn | null } | null> {
  const { database, model } = deps;
  const [work] = await Promise.all([findWork(database, conversationId), deps.beforeTurn?.(conversationId)]);
  if (!work?.isFree || (work.toDo.length === 0 && !work.isRunning)) return null;
  const leading = leadingOf(work.toDo);
  if (!work.isRunning && leading && (await takesNoThought(deps, conversationId, leading)))
    return takeAndStart(database, conversationId, worker, leading, model.name);
  const epoch = await takeLease(database, conversationId, worker.owner, worker.leaseMs);
  return epoch === null ? null : { epoch, turn: null };
}

async function takesNoThought(deps: TurnDeps, conversationId: string, leading: Leading): Promise<boolean> {
  if (leading.startedByMachine || leading.moreToDo) return false;
  return !deps.mayStart || (await deps.mayStart(await describeStart(deps.database, conversationId, leading))).ok;
}
