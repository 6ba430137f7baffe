import { createInterface, cursorTo, clearScreenDown, type Key } from "node:readline";
import type { CliDeps } from "./cli-deps.ts";
import { marksPastes, openPasteFilter } from "./paste-filter.ts";

/**
 * `begunAt`: when its first character was typed, on the clock of `performance.now()`.
 * `woken`: the caller's signal came first; what was typed so far stays for the next call.
 */
export type Line = { line: string; begunAt: number } | "end" | "woken" | "left";

export type LineReader = {
  /** A person sits there, who sees prompts; otherwise lines come from a pipe. */
  interactive: boolean;
  /** The prompt is asked for again when a line is begun or emptied. */
  next(prompt: () => string, woken?: AbortSignal): Promise<Line>;
  /** When the line that is half typed was begun; null where nothing is typed. */
  begunAt(): number | null;
  /** Writes above what is being typed. */
  print(text: string): void;
  /** Ctrl-C where nothing is typed, or a signal from outside. */
  left: AbortSignal;
  close(): void;
};

/** A line break within the line that is typed. */
const shownBreak = "⏎";

/**
 * Lines from a terminal or a pipe. `node:readline` and not a prompt library: a prompt must give way to
 * what Junior says meanwhile, keep what is half typed, and never end the process by itself.
 * At a terminal a line holds line breaks where they were pasted, or typed as a backslash at its end.
 */
export function openLineReader({ stdin, stdout, interrupted }: Pick<CliDeps, "stdin" | "stdout" | "interrupted">): LineReader {
  const interactive = stdin.isTTY && stdout.isTTY;
  const filter = interactive ? openPasteFilter() : null;
  const keys = filter && Object.assign(filter, { isTTY: true, setRawMode: (raw: boolean) => void stdin.setRawMode(raw) });
  const reader = createInterface({ input: keys ?? stdin, output: interactive ? stdout : undefined, terminal: interactive });
  const typed: { line: string; begunAt: number }[] = [];
  const leaving = new AbortController();
  const left = AbortSignal.any([leaving.signal, interrupted]);
  let ended = false;
  let begunAt: number | null = null;
  /** What stands before the cursor; null after anything else was written there. */
  let shown: string | null = null;
  let notify = () => {};

  const show = (prompt: string) => {
    shown = prompt;
    reader.setPrompt(prompt);
    reader.prompt(true);
  };
  const noteBegin = () => {
    const was = begunAt;
    begunAt = reader.line === "" ? null : (begunAt ?? performance.now());
    if ((was === null) !== (begunAt === null)) notify();
  };
  const clearLine = () => {
    reader.write(null, { ctrl: true, name: "e" });
    reader.write(null, { ctrl: true, name: "u" });
  };
  reader.on("line", (line) => {
    if (interactive && /(^|[^\\])\\$/.test(line)) {
      begunAt ??= performance.now();
      show(shown ?? "");
      return reader.write(line.slice(0, -1) + shownBreak);
    }
    typed.push({ line: interactive ? line.replaceAll(shownBreak, "\n") : line, begunAt: begunAt ?? performance.now() });
    begunAt = null;
    shown = null;
    notify();
  });
  reader.on("close", () => {
    ended = true;
    if (keys) {
      stdin.unpipe(keys);
      stdin.pause();
      stdout.write(marksPastes.off);
    }
    notify();
  });
  reader.on("SIGINT", () => {
    if (reader.line === "") return leaving.abort();
    clearLine();
  });
  if (keys) {
    stdin.pipe(keys);
    stdout.write(marksPastes.on);
    keys.on("keypress", (_: unknown, key: Key) => {
      const paste = key.name === "paste-end" ? keys.pastes.shift() : undefined;
      if (paste) reader.write(paste.replaceAll("\n", shownBreak));
      noteBegin();
    });
  }

  const state = (woken?: AbortSignal): Line | null => {
    if (left.aborted) return "left";
    const line = typed.shift();
    if (line !== undefined) return line;
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
        const wanted = prompt();
        if (interactive && shown !== wanted) show(wanted);
        await wait(woken ? [left, woken] : [left]);
      }
    },
    begunAt: () => begunAt,
    print(text) {
      if (!interactive || ended) return void stdout.write(`${text}\n`);
      shown = null;
      const half = reader.line;
      clearLine();
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
