import { newId } from "../base/ids.ts";
import { faultCode } from "../base/log.ts";
import { drainConversation } from "./drain-conversation.ts";
import type { TurnDeps } from "./run-turn.ts";
import { findUnattended } from "./turn-store.ts";

export type TurnWorker = {
  /** Starts the work on a Conversation; returns when there was room for it. */
  wake(conversationId: string): Promise<void>;
  /** Stops at the next safe point; what is not finished goes on at the next start. */
  close(): Promise<void>;
};

export type TurnWorkerOptions = {
  /** Turns at the same time. */
  atOnce: number;
  /** Only this Conversation; left out: all of them. */
  only?: string;
  /** After a Turn's last transaction here: something may be to deliver. */
  onTurnEnded: () => void;
  sweepMs?: number;
  leaseMs?: number;
};

const sweepPage = 100;
/** What may not start is asked about again after this, and whenever somebody says more there. */
const heldMs = 60_000;

/** Works on Conversations: on a hint, and every 2 s on those that nobody attends to. */
export async function openTurnWorker(deps: TurnDeps, options: TurnWorkerOptions): Promise<TurnWorker> {
  const owner = newId();
  const shutdown = new AbortController();
  const underWay = new Map<string, Promise<void>>();
  const wanted = new Set<string>();
  const heldUntil = new Map<string, number>();

  const drain = async (conversationId: string): Promise<void> => {
    do {
      wanted.delete(conversationId);
      const ended = await drainConversation(deps, conversationId, {
        owner,
        shutdown: shutdown.signal,
        onTurnEnded: options.onTurnEnded,
        leaseMs: options.leaseMs,
      });
      if (ended === "held") heldUntil.set(conversationId, performance.now() + heldMs);
      else heldUntil.delete(conversationId);
    } while (wanted.has(conversationId) && !shutdown.signal.aborted);
  };
  const start = (conversationId: string): void => {
    const working = drain(conversationId)
      .catch((error: unknown) => deps.log.warn("a Conversation could not be taken", { conversationId, code: faultCode(error) }))
      .finally(() => underWay.delete(conversationId));
    underWay.set(conversationId, working);
  };
  const wake = async (conversationId: string): Promise<void> => {
    if (options.only && conversationId !== options.only) return;
    if (underWay.has(conversationId)) {
      wanted.add(conversationId);
      return;
    }
    while (underWay.size >= options.atOnce && !shutdown.signal.aborted) await Promise.race(underWay.values());
    if (!shutdown.signal.aborted && !underWay.has(conversationId)) start(conversationId);
  };

  let sweeping = false;
  const sweep = async (): Promise<void> => {
    if (sweeping) return;
    sweeping = true;
    try {
      // A full page means that there are more: after a crash, hundreds may wait at once.
      for (let more = true; more && !shutdown.signal.aborted;) {
        const now = performance.now();
        for (const [id, until] of heldUntil) if (until < now) heldUntil.delete(id);
        const found = await findUnattended(deps.database, [...underWay.keys(), ...heldUntil.keys()], sweepPage);
        for (const id of found) await wake(id);
        more = found.length === sweepPage;
      }
    } catch (error) {
      deps.log.warn("the sweep could not read", { code: faultCode(error) });
    } finally {
      sweeping = false;
    }
  };

  if (!options.only) {
    await deps.queue.listen("turn", async (ids) => {
      for (const id of ids) await wake(id);
    });
  }
  const timer = setInterval(() => void sweep(), options.sweepMs ?? 2_000);
  void sweep();
  return {
    wake,
    async close() {
      clearInterval(timer);
      shutdown.abort(new Error("Junior is stopping"));
      await Promise.all(underWay.values());
    },
  };
}
