/** One line per step that took time, with how long it took. */
export type Progress = (text: string) => void;

/** Each call ends a step: the time since the last line, or since the start, stands behind it. */
export function timedProgress(write: (line: string) => void, now: () => number): Progress {
  let last = now();
  return (text) => {
    const seconds = (now() - last) / 1_000;
    last = now();
    write(`  ${text.padEnd(36)} ${seconds.toFixed(1).padStart(5)} s\n`);
  };
}
