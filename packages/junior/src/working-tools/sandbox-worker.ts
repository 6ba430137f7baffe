import { parentPort, workerData } from "node:worker_threads";
import { Bash, type CommandName, getCommandNames } from "just-bash";
import { shortened } from "./shortened.ts";

/** The thread in which a command runs; see `worker-runner.ts`. Nothing of the host is in it but this file's modules. */
export type SandboxWork = {
  command: string;
  home: string;
  /** By their whole path. What is not in `home` can be read and is not kept. */
  files: Map<string, Uint8Array>;
  ms: number;
};

export type SandboxOutcome = {
  exitCode: number;
  stdout: string;
  stderr: string;
  /** Files in `home` that are new or other than before, and the paths of those that are gone. */
  written: Map<string, Uint8Array>;
  removed: string[];
};

/** It opens a database engine whose memory nobody can limit. */
const withoutCommands = new Set(["sqlite3"]);
const megabyte = 1024 * 1024;

const work = workerData as SandboxWork;
const bash = new Bash({
  cwd: work.home,
  env: { HOME: work.home },
  files: Object.fromEntries(work.files),
  commands: getCommandNames().filter((name): name is CommandName => !withoutCommands.has(name)),
  defenseInDepth: true,
  executionLimitProfile: "hardened",
  executionLimits: {
    maxExecutionTimeMs: work.ms,
    maxCommandCount: 100_000,
    maxLoopIterations: 100_000,
    maxAwkIterations: 1_000_000,
    maxSedIterations: 1_000_000,
    maxFileSystemBytes: 64 * megabyte,
    maxLiveBytes: 128 * megabyte,
    maxInputBytes: 128 * megabyte,
    maxOutputSize: 64 * megabyte,
  },
});
parentPort?.postMessage(await run());

async function run(): Promise<SandboxOutcome> {
  await bash.fs.mkdir(work.home, { recursive: true });
  const { exitCode, stdout, stderr, stdoutKind, stdoutEncoding } = await bash.exec(work.command);
  const isBytes = stdoutKind === "bytes" || stdoutEncoding === "binary";
  const after = await readHome();
  return {
    exitCode,
    stdout: shortened(isBytes ? Buffer.from(stdout, "latin1").toString("utf8") : stdout),
    stderr: shortened(plain(stderr)),
    written: new Map([...after].filter(([path, bytes]) => !isSame(work.files.get(path), bytes))),
    removed: [...work.files.keys()].filter((path) => path.startsWith(`${work.home}/`) && !after.has(path)),
  };
}

/** Without the library's advice to whoever set its limits and chose its commands, which is nobody in there. */
function plain(stderr: string): string {
  return stderr
    .replaceAll(/, increase executionLimits\.\w+/g, "")
    .replaceAll(/: command not available in browser environments\.[^\n]*/g, ": command not found");
}

async function readHome(): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const path of bash.fs.getAllPaths()) {
    if (!path.startsWith(`${work.home}/`) || !(await bash.fs.lstat(path)).isFile) continue;
    files.set(path, await bash.fs.readFileBuffer(path));
  }
  return files;
}

function isSame(before: Uint8Array | undefined, after: Uint8Array): boolean {
  return before !== undefined && Buffer.compare(before, after) === 0;
}
