import type { Figure } from "../results.ts";
import type { ContenderName } from "./contender.ts";
import { type Five, allAnswered, inOrder } from "./conversation.ts";
import type { Measured } from "./measure-rounds.ts";
import type { Recovery } from "./recover.ts";

/** Everything as ratios within one run: the machine is shared, and its speed changes from run to run. */
export function targetFigures(measured: Map<ContenderName, Measured>, fives: Five[], recovery: Recovery): Figure[] {
  const [junior, floor, chatSdk] = (["junior", "floor", "chat-sdk"] as const).map((name) => measured.get(name));
  if (!junior || !floor || !chatSdk) throw new Error("a contender was not measured");
  const whole = fives.filter((five) => allAnswered(five) && inOrder(five)).length;
  const lost = recovery.unanswered - recovery.recovered;
  return [
    atMost("event to reply, p50, to Chat SDK's", junior.answeredP50 / chatSdk.answeredP50, 1.5),
    atMost("event to reply, p50, to Chat SDK's: stretch", junior.answeredP50 / chatSdk.answeredP50, 1),
    atLeast("turns/s with 16 threads, to Chat SDK's", junior.turnsPerSecond / chatSdk.turnsPerSecond, 1),
    atLeast("turns/s with 16 threads, to Chat SDK's: stretch", junior.turnsPerSecond / chatSdk.turnsPerSecond, 1.2),
    atMost("CPU per Turn, to Chat SDK's", junior.cpuMs / chatSdk.cpuMs, 1.3),
    atMost("CPU per Turn, to Chat SDK's: stretch", junior.cpuMs / chatSdk.cpuMs, 1),
    atMost("200 after COMMIT, p95, to the floor's", junior.acknowledgedP95 / floor.acknowledgedP95, 5),
    {
      name: "five messages in a thread, answered in order",
      value: whole,
      unit: "threads",
      target: fives.length,
      ok: whole === fives.length,
    },
    { name: "answered after SIGKILL", value: recovery.recovered, unit: "messages", target: recovery.unanswered, ok: lost === 0 },
    { ...atMost("the last of them, after the kill", recovery.seconds, 10), unit: "s" },
  ];
}

const rows: [string, keyof Measured, string][] = [
  ["200, p50", "acknowledgedP50", "ms"],
  ["200, p95", "acknowledgedP95", "ms"],
  ["reply, p50", "answeredP50", "ms"],
  ["reply, p95", "answeredP95", "ms"],
  ["reply with 16 threads, p50", "loadedP50", "ms"],
  ["reply with 16 threads, p95", "loadedP95", "ms"],
  ["turns with 16 threads", "turnsPerSecond", "1/s"],
  ["CPU per Turn", "cpuMs", "ms"],
  ["PostgreSQL's CPU per Turn", "databaseCpuMs", "ms"],
  ["commits per Turn", "commits", ""],
];

/** What was measured, a contender a column; without targets. */
export function printMeasured(measured: Map<ContenderName, Measured>): void {
  const names = [...measured.keys()];
  console.log(`\n${"".padEnd(32)}${names.map((name) => name.padStart(12)).join("")}`);
  for (const [label, key, unit] of rows) {
    const values = names.map((name) => (measured.get(name)?.[key] ?? Number.NaN).toFixed(2).padStart(12));
    console.log(`${`${label} ${unit && `(${unit})`}`.padEnd(32)}${values.join("")}`);
  }
  console.log();
}

/** The same as figures: nothing is asked of them, they are there to be looked at. */
export function plainFigures(measured: Map<ContenderName, Measured>): Figure[] {
  return [...measured].flatMap(([name, values]) =>
    rows.map(([label, key, unit]): Figure => ({ name: `${name}: ${label}`, value: values[key], unit, target: null, ok: true })),
  );
}

const atMost = (name: string, value: number, target: number): Figure => ({ name, value, unit: "at most", target, ok: value <= target });
const atLeast = (name: string, value: number, target: number): Figure => ({ name, value, unit: "at least", target, ok: value >= target });
