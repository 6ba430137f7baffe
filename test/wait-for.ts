import { setTimeout as pause } from "node:timers/promises";

/** Reads until what it wants is there. Says what was there instead when it does not come. */
export async function waitFor<T, R>(
  what: string,
  read: () => Promise<T> | T,
  pick: (value: T) => R | undefined | null | false | "" | 0,
  timeoutMs = 10_000,
): Promise<R> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    const picked = pick(value);
    if (picked) return picked;
    if (Date.now() > until)
      throw new Error(`${what} did not come within ${timeoutMs} ms; there was: ${JSON.stringify(value, null, 1)?.slice(0, 2_000)}`);
    await pause(20);
  }
}
