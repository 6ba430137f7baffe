import { mkdir, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";

/** `target` is null where nothing is asked of the figure: it is there to be compared with. */
export type Figure = { name: string; value: number; unit: string; target: number | null; ok: boolean };

export function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** Prints the figures of which something is asked, and writes all of them to `bench/results/<name>.json`. */
export async function writeResults(name: string, figures: Figure[]): Promise<void> {
  for (const { name: figure, value, unit, target, ok } of figures) {
    if (target === null) continue;
    console.log(`${figure.padEnd(48)} ${value.toFixed(2).padStart(8)} ${unit.padEnd(12)} target ${target}  ${ok ? "ok" : "MISSED"}`);
  }
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
  const folder = new URL("results/", import.meta.url);
  await mkdir(folder, { recursive: true });
  await writeFile(
    new URL(`${name}.json`, folder),
    `${JSON.stringify({ name, date: new Date().toISOString(), machine, figures }, null, 2)}\n`,
  );
}
