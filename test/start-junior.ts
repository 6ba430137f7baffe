import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export type RunningJunior = {
  url: string;
  pid: number;
  /** What it printed so far, both streams. */
  output(): string;
  /** Ctrl-C; resolves with the exit code and how long it took. */
  stop(): Promise<{ code: number | null; ms: number }>;
  /** kill -9: nothing is written any more. */
  kill(): Promise<void>;
};

const main = fileURLToPath(new URL("../packages/junior/src/main.ts", import.meta.url));
const running = new Set<ChildProcess>();

/**
 * The real process, as `npm start` runs it, in an empty working folder so that no .env is read.
 * Every one started must be stopped or killed by the test: see `assertAllStopped`.
 */
export async function startJunior(env: Record<string, string | undefined>): Promise<RunningJunior> {
  const child = await spawnJunior(["start"], { PORT: String(await freePort()), ...env });
  const match = await child.outputMatches(/ready at (http:\/\/\S+)/, 20_000);
  const stop = async (signal: NodeJS.Signals) => {
    const began = performance.now();
    if (child.process.exitCode === null && child.process.signalCode === null) {
      const gone = once(child.process, "exit");
      child.process.kill(signal);
      await gone;
    }
    return { code: child.process.exitCode, ms: performance.now() - began };
  };
  return {
    url: match[1] as string,
    pid: child.process.pid as number,
    output: child.output,
    stop: () => stop("SIGINT"),
    kill: async () => void (await stop("SIGKILL")),
  };
}

export type Spawned = {
  process: ChildProcess;
  output(): string;
  /** Resolves when the output matches; fails when the process ends before. */
  outputMatches(pattern: RegExp, timeoutMs: number): Promise<RegExpMatchArray>;
  exited: Promise<{ code: number | null; stdout: string; stderr: string }>;
};

/** Any `junior` command as its own process, in an empty working folder where none is given. */
export async function spawnJunior(
  args: string[],
  env: Record<string, string | undefined>,
  options: { input?: string; cwd?: string } = {},
): Promise<Spawned> {
  const cwd = options.cwd ?? (await mkdtemp(join(tmpdir(), "junior-cwd-")));
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], NO_COLOR: "1", JUNIOR_LOG_LEVEL: "warn", ...env },
    stdio: [options.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  running.add(child);
  // Its streams may close a moment later; what counts is that it runs no more.
  child.once("exit", () => running.delete(child));
  if (options.input !== undefined) child.stdin?.end(options.input);
  const streams = { stdout: "", stderr: "" };
  let output = "";
  const listeners = new Set<() => void>();
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      streams[name] += text;
      output += text;
      for (const listener of listeners) listener();
    });
  }
  const exited = once(child, "close").then(async ([code]) => {
    if (options.cwd === undefined) await rm(cwd, { recursive: true, force: true });
    return { code: code as number | null, ...streams };
  });
  return {
    process: child,
    output: () => output,
    exited,
    outputMatches: (pattern, timeoutMs) =>
      new Promise((resolve, reject) => {
        const end = (outcome: () => void) => {
          clearTimeout(timer);
          listeners.delete(check);
          outcome();
        };
        const check = () => {
          const match = output.match(pattern);
          if (match) end(() => resolve(match));
        };
        const timer = setTimeout(() => end(() => reject(new Error(`no ${pattern} within ${timeoutMs} ms in:\n${output}`))), timeoutMs);
        listeners.add(check);
        void exited.then(() => end(() => (output.match(pattern) ? check() : reject(new Error(`it ended before ${pattern}:\n${output}`)))));
        check();
      }),
  };
}

/** For afterAll: a process that a test left behind is ended, and is that test's failure. */
export async function assertAllStopped(): Promise<void> {
  const left = [...running];
  for (const child of left) {
    const gone = once(child, "close");
    child.kill("SIGKILL");
    await gone;
  }
  if (left.length > 0) throw new Error(`processes were left behind: ${left.map((child) => child.pid).join(", ")}`);
}

/** A port that nobody uses now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
