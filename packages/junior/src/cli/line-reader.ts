import { createInterface, cursorTo, clearScreenDown } from "node:readline";
import type { CliDeps } from "./cli-deps.ts";

/** `woken`: the caller's signal came first; what was typed so far stays for the next call. */
export type Line = { line: string } | "end" | "woken" | "left";

export type LineReader = {
  /** A person sits there, who sees prompts; otherwise lines come from a pipe. */
  interactive: boolean;
  next(prompt: string, woken?: AbortSignal): Promise<Line>;
  /** Something is half typed. */
  typing(): boolean;
  /** Writes above what is being typed. */
  print(text: string): void;
  /** Ctrl-C here, or a signal from outside. */
  left: AbortSignal;
  close(): void;
};

/**
 * Lines from a terminal or a pipe. `node:readline` and not a prompt library: a prompt must give way to
 * what Junior says meanwhile, keep what is half typed, and never end the process by itself.
 */
export function openLineReader({ stdin, stdout, interrupted }: Pick<CliDeps, "stdin" | "stdout" | "interrupted">): LineReader {
  const interactive = stdin.isTTY && stdout.isTTY;
  const reader = createInterface({ input: stdin, output: interactive ? stdout : undefined, terminal: interactive });
  const typed: string[] = [];
  const leaving = new AbortController();
  const left = AbortSignal.any([leaving.signal, interrupted]);
  let ended = false;
  /** What stands before the cursor; null after anything else was written there. */
  let shown: string | null = null;
  let notify = () => {};
  reader.on("line", (line) => {
    typed.push(line);
    shown = null;
    notify();
  });
  reader.on("close", () => {
    ended = true;
    notify();
  });
  reader.on("SIGINT", () => leaving.abort());

  const state = (woken?: AbortSignal): Line | null => {
    if (left.aborted) return "left";
    const line = typed.shift();
    if (line !== undefined) return { line };
    if (ended) return "end";
    return woken?.aborted ? "woken" : null;
  };
  const wait = (signals: AbortSignal[]): Promise<void> =>
    new Promise((resolve) => {
      const go = () => {
        for (const signal of signals) signal.removeEventListener("abort", go);
        notify = () => {};
        resolve();
      };
      notify = go;
      for (const signal of signals) signal.addEventListener("abort", go);
    });

  return {
    interactive,
    left,
    async next(prompt, woken) {
      for (;;) {
        const now = state(woken);
        if (now !== null) return now;
        if (interactive && shown !== prompt) {
          shown = prompt;
          reader.setPrompt(prompt);
          reader.prompt(true);
        }
        await wait(woken ? [left, woken] : [left]);
      }
    },
    typing: () => reader.line !== "",
    print(text) {
      if (!interactive || ended) return void stdout.write(`${text}\n`);
      shown = null;
      const half = reader.line;
      reader.write(null, { ctrl: true, name: "e" });
      reader.write(null, { ctrl: true, name: "u" });
      reader.setPrompt("");
      reader.prompt(true); // now it takes one row: readline goes up by as many as it remembers
      cursorTo(stdout, 0);
      clearScreenDown(stdout);
      stdout.write(`${text}\n`);
      if (half !== "") reader.write(half);
    },
    close() {
      reader.close();
    },
  };
}
