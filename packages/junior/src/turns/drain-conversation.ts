import { LeaseLostError } from "../base/errors.ts";
import { faultCode } from "../base/log.ts";
import { lockLeased } from "../conversations/conversation-store.ts";
import { leaseMs, releaseLease, renewLease, takeLease } from "../conversations/lease-store.ts";
import { decideMessage, hasMoreToDo } from "../conversations/message-state-store.ts";
import { decideMessages } from "./decide-messages.ts";
import { type TurnDeps, runTurn } from "./run-turn.ts";
import { findRunningTurn, startTurn } from "./turn-store.ts";
import type { Turn } from "./turn.ts";

/**
 * Works on one Conversation until nothing waits there, if nobody else does. A fault leaves the rows as they are:
 * the lease is given back, and whoever takes it next goes on from the last saved row.
 */
export async function drainConversation(
  deps: TurnDeps,
  conversationId: string,
  worker: { owner: string; shutdown: AbortSignal; onTurnEnded: () => void; leaseMs?: number },
): Promise<void> {
  const lifeMs = worker.leaseMs ?? leaseMs;
  const epoch = await takeLease(deps.database, conversationId, worker.owner, lifeMs);
  if (epoch === null) return;
  const lost = new AbortController();
  const renewal = setInterval(() => {
    renewLease(deps.database, conversationId, epoch, lifeMs).then(
      (held) => held || lost.abort(new LeaseLostError("the Conversation's lease was lost")),
      // The database is away: the epoch guards every write until it is back.
      () => undefined,
    );
  }, lifeMs / 3);
  const signal = AbortSignal.any([worker.shutdown, lost.signal]);
  let released = false;
  try {
    while (!released && !signal.aborted) {
      const next = await nextTurn(deps, conversationId, epoch);
      if (next === "released") released = true;
      else if (next !== "again") {
        ({ released } = await runTurn(deps, next, signal));
        worker.onTurnEnded();
      }
    }
  } catch (error) {
    if (error instanceof LeaseLostError) released = true;
    if (!signal.aborted && !(error instanceof LeaseLostError)) {
      deps.log.warn("a Turn stopped; it goes on later", { conversationId, epoch, code: faultCode(error) });
    }
  } finally {
    clearInterval(renewal);
    if (!released) await releaseLease(deps.database, conversationId, epoch).catch(() => undefined);
  }
}

/** Decides what is undecided without a lock, then in one short transaction takes the next Turn or gives the lease back. */
async function nextTurn(deps: TurnDeps, conversationId: string, epoch: number): Promise<Turn | "again" | "released"> {
  const running = await findRunningTurn(deps.database, conversationId, epoch);
  if (running) return running;
  const decisions = await decideMessages(deps.database, conversationId);
  return deps.database.transaction().execute(async (transaction) => {
    await lockLeased(transaction, conversationId, epoch);
    for (const { messageId, state } of decisions) await decideMessage(transaction, messageId, state);
    const turn = await startTurn(transaction, conversationId, epoch, deps.model.name);
    if (turn) return turn;
    if (await hasMoreToDo(transaction, conversationId)) return "again";
    await releaseLease(transaction, conversationId, epoch);
    return "released";
  });
}
