import { faultCode, type Log } from "../base/log.ts";

/** `longestMs`: what it may take of the stop; half a second where nothing is said. */
export type OpenedPart = { name: string; close: () => Promise<void> | void; longestMs?: number };

/**
 * The last opened first. One that fails, or takes longer than its time, is left behind, so that those it stands on are
 * closed all the same; what it had committed is safe.
 */
export async function closeParts(parts: OpenedPart[], log: Log): Promise<void> {
  for (const { name, close, longestMs = 500 } of parts.splice(0).reverse()) {
    const closing = Promise.resolve()
      .then(close)
      .then(
        () => "closed",
        (error: unknown) => faultCode(error),
      );
    const outcome = await unlessSlow(closing, longestMs);
    if (outcome !== "closed") log.warn("a part did not close", { event: name, code: outcome });
  }
}

function unlessSlow(closing: Promise<string>, longestMs: number): Promise<string> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestMs, "too-slow");
    void closing.then((outcome) => {
      clearTimeout(timer);
      resolve(outcome);
    });
  });
}
