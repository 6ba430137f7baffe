import { Worker } from "node:worker_threads";
import { faultCode, type Log } from "../base/log.ts";

export type WorkerOutcome<Result> = { result: Result } | { failed: "too-slow" | "too-much-memory" | "broke" };

export type WorkerLimits = { ms: number; heapMb: number };

/**
 * Runs a file once in a thread of its own, with `given` as its data and nothing of this process's environment.
 * Its first message is the result.
 * @throws the signal's reason when it is aborted
 */
export type RunWorker = <Result>(file: URL, given: unknown, limits: WorkerLimits, signal: AbortSignal) => Promise<WorkerOutcome<Result>>;

/**
 * Work that may run for ever, or eat all memory, runs where it can be ended: a thread is stopped in the middle of a
 * loop, which nothing can do to this one. The time begins when the thread does; what is over `atOnce` waits for its turn.
 */
export function openWorkerRunner(atOnce: number, log: Log): RunWorker {
  const waiting: (() => void)[] = [];
  let running = 0;
  const enter = async () => {
    if (running < atOnce) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running--;
  };
  return async (file, given, limits, signal) => {
    await enter();
    try {
      signal.throwIfAborted();
      return await runOnce(file, given, limits, signal, log);
    } finally {
      leave();
    }
  };
}

async function runOnce<Result>(
  file: URL,
  given: unknown,
  limits: WorkerLimits,
  signal: AbortSignal,
  log: Log,
): Promise<WorkerOutcome<Result>> {
  const worker = new Worker(file, {
    workerData: given,
    env: {},
    argv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 32 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<WorkerOutcome<Result>>();
  const timer = setTimeout(resolve, limits.ms, { failed: "too-slow" });
  const stop = () => reject(signal.reason as Error);
  signal.addEventListener("abort", stop, { once: true });
  worker.once("message", (result: Result) => resolve({ result }));
  worker.once("error", (error: NodeJS.ErrnoException) => {
    const full = error.code === "ERR_WORKER_OUT_OF_MEMORY";
    if (!full) log.warn("a thread broke", { code: faultCode(error) });
    resolve({ failed: full ? "too-much-memory" : "broke" });
  });
  worker.once("exit", () => resolve({ failed: "broke" }));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
