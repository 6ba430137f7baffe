import type { Database } from "../db/database.ts";
import type { Queue } from "../queue/queue.ts";
import { lookAround } from "./said-store.ts";
import { showHeldBackNow } from "./show-held-back.ts";
import type { Turn } from "./turn.ts";

/** Why a Turn ends before its work does. */
export class TurnCutShortError extends Error {
  override name = "TurnCutShortError";
  readonly why: "stopped" | "too-long";
  constructor(why: "stopped" | "too-long") {
    super(`the Turn was cut short: ${why}`);
    this.why = why;
  }
}

/** Hints may be lost. */
const backstopMs = 5_000;

/**
 * A signal that is aborted, with a TurnCutShortError, when the Turn's Actor asks for its end, by the button or by the
 * word, on any process, or when its time is up. Every hint about the Conversation is a reason to look, also at who
 * waits for the Turn. `end` must be called when the Turn is over.
 */
export function watchTurn(deps: { database: Database; queue: Queue }, turn: Turn, leftMs: number): { signal: AbortSignal; end(): void } {
  const { database } = deps;
  const cutting = new AbortController();
  const cut = (why: TurnCutShortError["why"]) => cutting.abort(new TurnCutShortError(why));
  const look = async () => {
    const { stop, othersWait } = await lookAround(database, turn);
    if (stop) cut("stopped");
    else if (othersWait) await showHeldBackNow(database, turn);
  };
  const timer = setTimeout(cut, Math.max(0, leftMs), "too-long");
  // A hint comes with every message and every request to stop. The steps of the Turn look by themselves, and a database
  // that is away cannot be asked now.
  const lookQuietly = () => void look().catch(() => undefined);
  const unlisten = deps.queue.listen("turn", (id) => id === turn.conversationId && lookQuietly());
  const backstop = setInterval(lookQuietly, backstopMs);
  if (!turn.isNew) lookQuietly();
  return {
    signal: cutting.signal,
    end() {
      clearTimeout(timer);
      clearInterval(backstop);
      unlisten();
    },
  };
}
