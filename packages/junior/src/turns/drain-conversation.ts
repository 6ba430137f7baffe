import { LeaseLostError } from "../base/errors.ts";
import { faultCode } from "../base/log.ts";
import { leaseMs, releaseLease, renewLease, takeLease } from "../conversations/lease-store.ts";
import { type NextTurn, nextTurn, takeWithTurn } from "./next-turn.ts";
import { type TurnDeps, runTurn } from "./run-turn.ts";
import { findWork } from "./turn-store.ts";

export type Worker = { owner: string; shutdown: AbortSignal; leaseMs?: number };

/**
 * Works on one Conversation until nothing waits there, if nobody else does. A fault leaves the rows as they are:
 * the lease is given back, and whoever takes it next goes on from the last saved row.
 * @returns `held` when what waits may not start now
 */
export async function drainConversation(deps: TurnDeps, conversationId: string, worker: Worker): Promise<"done" | "held"> {
  const taken = await takeConversation(deps, conversationId, worker);
  if (!taken) return "done";
  const { epoch } = taken;
  const lifeMs = worker.leaseMs ?? leaseMs;
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
  let next = taken.next;
  try {
    while (!released && !signal.aborted) {
      next ??= await nextTurn(deps, conversationId, epoch, signal);
      if (next === "released" || next === "held") released = true;
      else if (next !== "again") ({ released } = await runTurn(deps, next, signal));
      if (next === "held") return "held";
      next = null;
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
  return "done";
}

/** Null when somebody else has it, or nothing is to do. What takes no thought is taken together with its Turn. */
async function takeConversation(
  deps: TurnDeps,
  conversationId: string,
  { owner, leaseMs: lifeMs }: Worker,
): Promise<{ epoch: number; next: NextTurn | null } | null> {
  const [work] = await Promise.all([findWork(deps.database, conversationId), deps.beforeTurn?.(conversationId)]);
  if (!work?.isFree) return null;
  if (!work.isRunning && !work.isUndecided) {
    return takeWithTurn(deps, conversationId, (transaction) => takeLease(transaction, conversationId, owner, lifeMs));
  }
  const epoch = await takeLease(deps.database, conversationId, owner, lifeMs);
  return epoch === null ? null : { epoch, next: null };
}
