import { newId } from "../base/ids.ts";
import { faultCode } from "../base/log.ts";
import { drainConversation } from "./drain-conversation.ts";
import type { TurnDeps } from "./run-turn.ts";
import { findUnattended } from "./turn-store.ts";

export type TurnWorker = {
  /** Starts the work on a Conversation, now or when there is room for it. */
  wake(conversationId: string): void;
  /** Stops at the next safe point; what is not finished goes on at the next start. */
  close(): Promise<void>;
};

export type TurnWorkerOptions = {
  /** Turns at the same time. */
  atOnce: number;
  /** Only this Conversation; left out: all of them. */
  only?: string;
  sweepMs?: number;
  leaseMs?: number;
};

/** What may not start is asked about again after this, and whenever somebody says more there. */
const heldMs = 60_000;

/** Works on Conversations: on a hint, and every 2 s on those that nobody attends to. */
export function openTurnWorker(deps: TurnDeps, options: TurnWorkerOptions): TurnWorker {
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
        leaseMs: options.leaseMs,
      });
      if (ended === "held") heldUntil.set(conversationId, performance.now() + heldMs);
      else heldUntil.delete(conversationId);
    } while (wanted.has(conversationId) && !shutdown.signal.aborted);
  };
  const start = (conversationId: string): void => {
    const working = drain(conversationId)
      .catch((error: unknown) => deps.log.warn("a Conversation could not be taken", { conversationId, code: faultCode(error) }))
      .finally(() => {
        underWay.delete(conversationId);
        if (passedOver) void sweep();
      });
    underWay.set(conversationId, working);
  };
  /** Something waits for which there was no room: it is looked for by its rows when there is. */
  let passedOver = false;
  const wake = (conversationId: string): void => {
    if (shutdown.signal.aborted || (options.only && conversationId !== options.only)) return;
    if (underWay.has(conversationId)) wanted.add(conversationId);
    else if (underWay.size < options.atOnce) start(conversationId);
    else passedOver = true;
  };

  let sweeping = false;
  const sweep = async (): Promise<void> => {
    const room = options.atOnce - underWay.size;
    if (sweeping || room <= 0 || shutdown.signal.aborted) return;
    sweeping = true;
    passedOver = false;
    try {
      const now = performance.now();
      for (const [id, until] of heldUntil) if (until < now) heldUntil.delete(id);
      const found = await findUnattended(deps.database, [...underWay.keys(), ...heldUntil.keys()], room + 1);
      for (const id of found) wake(id);
    } catch (error) {
      deps.log.warn("the sweep could not read", { code: faultCode(error) });
    } finally {
      sweeping = false;
    }
  };

  if (!options.only) deps.queue.listen("turn", wake);
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
