import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What `npm run check` runs one after the other; here the compiler keeps what it found out about unchanged files. */
const checks: [name: string, tool: string, ...toolArguments: string[]][] = [
  ["the server's types fit", "tsc", "-p", "tsconfig.json", "--incremental", "--tsBuildInfoFile", ".cache/server.tsbuildinfo"],
  ["the page's types fit", "tsc", "--noEmit", "-p", "packages/junior-web", "--incremental", "--tsBuildInfoFile", ".cache/page.tsbuildinfo"],
  ["nothing looks wrong to oxlint", "oxlint", "--format=unix"],
  ["everything is formatted (npm run format)", "oxfmt", "--check"],
  ["nothing is unused", "knip", "--no-progress"],
];

/** The compiler and the linter are Go programs that collect their garbage often: less often takes a third off their time. */
const env = { ...process.env, GOGC: "400", GOMEMLIMIT: "1GiB" };

describe.concurrent("the house", () => {
  test.each(checks)("%s", { timeout: 90_000 }, async (_name, tool, ...toolArguments) => {
    const { exitCode, output } = await run(tool, toolArguments);
    expect(exitCode, `${tool} ${toolArguments.join(" ")}\n${output}`).toBe(0);
  });
});

function run(tool: string, toolArguments: string[]): Promise<{ exitCode: number | string; output: string }> {
  const program = join(root, "node_modules/.bin", tool);
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...toolArguments],
      { cwd: root, env, timeout: 80_000, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) => {
        resolve({ exitCode: error ? (error.code ?? "no exit code") : 0, output: stdout + stderr });
      },
    );
  });
}
