import type { Change } from "../../contract.ts";

type LiveHandlers = {
  changed: (change: Change) => void;
  /** Changes may have been missed: everything on the page is old. */
  missed: () => void;
  lost: (at: Date) => void;
  /** An answer came that was no stream of changes: perhaps nobody is signed in here any more. */
  refused: () => void;
  back: () => void;
};

const retryMs = 3_000;
/** A server that restarts is back sooner than a banner can be read. */
const graceMs = 1_500;

/** Follows `/api/events` until closed, through every loss of the connection. */
export function openLiveChanges(handlers: LiveHandlers): () => void {
  let source: EventSource;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let warning: ReturnType<typeof setTimeout> | undefined;

  function connect() {
    source = new EventSource("/api/events");
    source.addEventListener("change", (event) => handlers.changed(JSON.parse(event.data)));
    source.addEventListener("reload", () => handlers.missed());
    source.addEventListener("open", opened);
    source.addEventListener("error", failed);
  }

  function opened() {
    clearTimeout(warning);
    warning = undefined;
    handlers.back();
    handlers.missed();
  }

  function failed() {
    const at = new Date();
    warning ??= setTimeout(() => handlers.lost(at), graceMs);
    // The browser tries again by itself save when it got an answer that was no event stream.
    if (source.readyState !== EventSource.CLOSED) return;
    handlers.refused();
    retry = setTimeout(connect, retryMs);
  }

  connect();
  return () => {
    clearTimeout(retry);
    clearTimeout(warning);
    source.close();
  };
}
