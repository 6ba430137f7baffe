import { LeaseLostError } from "../base/errors.ts";
import { faultCode } from "../base/log.ts";
import { leaseMs, releaseLease, renewLease } from "../conversations/lease-store.ts";
import { type NextTurn, nextTurn } from "./next-turn.ts";
import { type TurnDeps, runTurn } from "./run-turn.ts";
import { takeConversation } from "./take-conversation.ts";

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
  let next: NextTurn | null = taken.turn;
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
