import type { Changes } from "../db/changes.ts";

const backstopMs = 2_000;

export type Watch = {
  /** Aborts when something changes in the Conversation after this call. Ask for it before reading the rows. */
  nextChange(): AbortSignal;
  close(): void;
};

/** Told by live changes; every 2 s anyway, for what no change is written for. */
export function watchConversation(changes: Changes, conversationId: string): Watch {
  let next = new AbortController();
  const unsubscribe = changes.subscribe((batch) => {
    if (batch === "reload" || batch.changes.some((change) => change.conversationId === conversationId)) next.abort();
  });
  const backstop = setInterval(() => next.abort(), backstopMs);
  return {
    nextChange() {
      if (next.signal.aborted) next = new AbortController();
      return next.signal;
    },
    close() {
      clearInterval(backstop);
      unsubscribe();
    },
  };
}
