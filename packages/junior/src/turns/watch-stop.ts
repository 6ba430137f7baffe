import type { Changes } from "../db/changes.ts";
import type { Database } from "../db/database.ts";
import { hasStopWaiting, isStopRequested } from "./turn-store.ts";
import type { Turn } from "./turn.ts";

/** The Actor wants the Turn to end. */
class StoppedError extends Error {
  override name = "StoppedError";
}

/**
 * A signal that is aborted when the Turn's Actor asks for its end, by the button or by the word, on any process.
 * Every change of the Conversation is a reason to look; `end` must be called when the Turn is over.
 */
export function watchStop(database: Database, changes: Changes, turn: Turn): { signal: AbortSignal; end(): void } {
  const stopping = new AbortController();
  const look = async () => {
    if ((await isStopRequested(database, turn.id)) || (await hasStopWaiting(database, turn)))
      stopping.abort(new StoppedError("stopped by the Actor"));
  };
  const end = changes.subscribe((batch) => {
    // The steps of the Turn look by themselves; a database that is away cannot be asked now.
    if (batch.some((change) => change.kind === "conversation" && change.id === turn.conversationId)) look().catch(() => undefined);
  });
  look().catch(() => undefined);
  return { signal: stopping.signal, end };
}
