import { spawn } from "node:child_process";

/** A user of the operating system, other than Junior's own, that a program runs as. */
export type ServerUser = { name: string; uid: number; gid: number };

export type ProgramRun = {
  runAs?: ServerUser | undefined;
  /** Written to the program's standard input. */
  input?: string;
  /** Ends the program; it is then waited for. */
  interrupted?: AbortSignal | undefined;
};

/** Everything that PostgreSQL's programs are told about the surroundings: English messages, no PG* variables of the caller. */
export const programEnvironment = { LC_ALL: "C", PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" };

/** Runs a program to its end. A program that cannot be started has the exit code null and the reason as output. */
export function runProgram(
  program: string,
  args: string[],
  { runAs, input = "", interrupted }: ProgramRun = {},
): Promise<{ exitCode: number | null; output: string }> {
  return new Promise((resolve) => {
    // A session of its own: Ctrl-C in the terminal is for Junior, which ends these in its own order.
    const child = spawn(program, args, {
      cwd: "/",
      env: programEnvironment,
      detached: true,
      stdio: "pipe",
      ...(interrupted && { signal: interrupted }),
      ...(runAs && { uid: runAs.uid, gid: runAs.gid }),
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("error", (error) => {
      if (child.pid === undefined) resolve({ exitCode: null, output: error.message });
    });
    child.on("close", (exitCode) => resolve({ exitCode, output }));
    // A program may end without reading its input; its exit code tells what happened.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}
