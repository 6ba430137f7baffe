/** What `work` gives, or "interrupted" where Ctrl-C comes first; then `late` gets what it gives after all. */
export async function unlessInterrupted<T>(
  interrupted: AbortSignal,
  work: Promise<T>,
  late: (given: T) => unknown = () => undefined,
): Promise<T | "interrupted"> {
  const first = await Promise.race([work.then((given) => ({ given })), aborted(interrupted)]);
  if (first !== "interrupted") return first.given;
  // Nobody waits for it any more: how it fails is nobody's concern.
  work.then(late).catch(() => undefined);
  return "interrupted";
}

function aborted(signal: AbortSignal): Promise<"interrupted"> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve("interrupted");
    else signal.addEventListener("abort", () => resolve("interrupted"), { once: true });
  });
}
