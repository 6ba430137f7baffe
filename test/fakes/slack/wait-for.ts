import type { EventEmitter } from "node:events";

const POLL_MS = 10;

/** Waits until `predicate` gives something, looking at every change and every few milliseconds; the error tells what `seen()` says. */
export function waitFor<T>(
  changes: EventEmitter,
  predicate: () => T | undefined | false,
  what: string,
  timeoutMs: number,
  seen: () => string,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const poll = setInterval(look, POLL_MS);
    const timeout = setTimeout(() => end(() => reject(new Error(`Waited ${timeoutMs} ms for ${what}. There was:\n${seen()}`))), timeoutMs);
    changes.on("changed", look);
    changes.on("closed", onClosed);
    look();

    function look(): void {
      try {
        const found = predicate();
        if (found !== undefined && found !== false) end(() => resolve(found));
      } catch (error) {
        end(() => reject(error));
      }
    }

    function onClosed(): void {
      end(() => reject(new Error(`The fake Slack was closed while waiting for ${what}`)));
    }

    function end(settle: () => void): void {
      clearInterval(poll);
      clearTimeout(timeout);
      changes.off("changed", look);
      changes.off("closed", onClosed);
      settle();
    }
  });
}
