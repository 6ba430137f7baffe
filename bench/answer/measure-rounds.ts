import { setTimeout as pause } from "node:timers/promises";
import { median } from "../results.ts";
import type { Contender, ContenderName, Running } from "./contender.ts";
import type { Talk } from "./conversation.ts";
import type { DatabaseServer } from "./database-server.ts";
import { type Part, measurePart, percentile } from "./measure-part.ts";
import type { Options } from "./options.ts";

/** Medians over the rounds; times in milliseconds. */
export type Measured = {
  acknowledgedP50: number;
  acknowledgedP95: number;
  answeredP50: number;
  answeredP95: number;
  loadedP50: number;
  loadedP95: number;
  turnsPerSecond: number;
  cpuMs: number;
  databaseCpuMs: number;
  commits: number;
};

const atOnce = 16;
const warmUp = 100;
/** A server process tells of its transactions up to 10 s late. */
const statisticsDelayMs = 11_000;

type Side = { contender: Contender; running: Running; alone: Part[]; full: Part[]; commitsBefore: number };

/**
 * Every contender in every round: first one message at a time, then 16 kept under way. The order turns by one each
 * round. All of them run the whole time; only one is spoken to.
 */
export async function measureRounds(
  deps: { talk: Talk; server: DatabaseServer },
  started: { contender: Contender; running: Running }[],
  options: Options,
): Promise<Map<ContenderName, Measured>> {
  const { messages, seconds } = options;
  const sides: Side[] = started.map((one) => ({ ...one, alone: [], full: [], commitsBefore: 0 }));
  for (const { running } of sides) await measurePart(deps, running, { atOnce, messages: warmUp, seconds });
  await pause(statisticsDelayMs);
  for (const side of sides) side.commitsBefore = await deps.server.commits(side.contender.database);

  for (let round = 0; round < options.rounds; round++) {
    const turned = sides.map((_, index) => sides[(index + round) % sides.length] as Side);
    for (const { contender, running, alone, full } of turned) {
      alone.push(await measurePart(deps, running, { atOnce: 1, messages, seconds }));
      full.push(await measurePart(deps, running, { atOnce, messages, seconds }));
      console.log(`round ${round + 1}: ${contender.name.padEnd(10)} ${shortly(alone.at(-1), full.at(-1))}`);
    }
  }
  await pause(statisticsDelayMs);
  const measured = new Map<ContenderName, Measured>();
  for (const side of sides) measured.set(side.contender.name, await summarise(side, deps.server));
  return measured;
}

function shortly(alone: Part | undefined, full: Part | undefined): string {
  const middle = percentile(alone?.answered.map(({ answeredMs }) => answeredMs) ?? [], 0.5);
  return `${middle.toFixed(1).padStart(6)} ms alone, ${full?.turnsPerSecond.toFixed(0).padStart(5)} turns/s, ${full?.cpuMs.toFixed(2)} ms CPU`;
}

async function summarise({ contender, alone, full, commitsBefore }: Side, server: DatabaseServer): Promise<Measured> {
  const over = (parts: Part[], pick: (part: Part) => number) => median(parts.map(pick));
  const times = (name: "acknowledgedMs" | "answeredMs", share: number) => (part: Part) =>
    percentile(
      part.answered.map((one) => one[name]),
      share,
    );
  const turns = [...alone, ...full].reduce((sum, part) => sum + part.answered.length, 0);
  return {
    acknowledgedP50: over(alone, times("acknowledgedMs", 0.5)),
    acknowledgedP95: over(alone, times("acknowledgedMs", 0.95)),
    answeredP50: over(alone, times("answeredMs", 0.5)),
    answeredP95: over(alone, times("answeredMs", 0.95)),
    loadedP50: over(full, times("answeredMs", 0.5)),
    loadedP95: over(full, times("answeredMs", 0.95)),
    turnsPerSecond: over(full, (part) => part.turnsPerSecond),
    cpuMs: over(full, (part) => part.cpuMs),
    databaseCpuMs: over(full, (part) => part.databaseCpuMs),
    commits: ((await server.commits(contender.database)) - commitsBefore) / turns,
  };
}
