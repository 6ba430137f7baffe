import { expect, test } from "vitest";
import type { Log } from "../base/log.ts";
import { openWorkerRunner } from "./worker-runner.ts";

const warnings: string[] = [];
const log: Log = { debug: () => undefined, info: () => undefined, warn: (message) => void warnings.push(message), error: () => undefined };
const script = (text: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from "node:worker_threads"; ${text}`)}`);
const never = new AbortController().signal;
const limits = { ms: 20_000, heapMb: 64 };

test("the first message is the result, and nothing of this process's environment is there", async () => {
  const run = openWorkerRunner(1, log);
  const work = script("parentPort.postMessage([workerData.a + 1, Object.keys(process.env).length])");
  expect(await run(work, { a: 1 }, limits, never)).toEqual({ result: [2, 0] });
});

test("a loop that never ends is ended, and this thread goes on meanwhile", async () => {
  const run = openWorkerRunner(1, log);
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 10);
  expect(await run(script("for (;;);"), null, { ...limits, ms: 500 }, never)).toEqual({ failed: "too-slow" });
  clearInterval(ticking);
  expect(ticks).toBeGreaterThan(5);
});

test("so is a regular expression that would take years", async () => {
  const run = openWorkerRunner(1, log);
  expect(await run(script('/^(a+)+$/.test("a".repeat(60) + "b");'), null, { ...limits, ms: 500 }, never)).toEqual({ failed: "too-slow" });
});

test("what eats memory is ended", async () => {
  const run = openWorkerRunner(1, log);
  const work = script("const all = []; for (;;) all.push(Array(10_000).fill({}));");
  expect(await run(work, null, { ...limits, heapMb: 32 }, never)).toEqual({ failed: "too-much-memory" });
});

test("what throws, or ends without a word, broke", async () => {
  const run = openWorkerRunner(1, log);
  expect(await run(script('throw new Error("x")'), null, limits, never)).toEqual({ failed: "broke" });
  expect(warnings).toEqual(["a thread broke"]);
  expect(await run(script("1"), null, limits, never)).toEqual({ failed: "broke" });
});

test("an abort ends it at once, also one that waits for its turn", async () => {
  const run = openWorkerRunner(1, log);
  const stopping = new AbortController();
  const runs = [run(script("for (;;);"), null, limits, stopping.signal), run(script("for (;;);"), null, limits, stopping.signal)];
  setTimeout(() => stopping.abort(new Error("stopped")), 100);
  expect(await Promise.allSettled(runs)).toMatchObject([{ reason: { message: "stopped" } }, { reason: { message: "stopped" } }]);
  expect(await run(script("parentPort.postMessage(1)"), null, limits, never)).toEqual({ result: 1 });
});
