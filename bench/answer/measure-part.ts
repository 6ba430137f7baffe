import { ticks, ticksPerSecond } from "../process-ticks.ts";
import type { Running } from "./contender.ts";
import type { Answered, Talk } from "./conversation.ts";
import type { DatabaseServer } from "./database-server.ts";

export type Part = {
  answered: Answered[];
  turnsPerSecond: number;
  /** Milliseconds of processor time per message: the contender's process, and all of PostgreSQL's. */
  cpuMs: number;
  databaseCpuMs: number;
};

/** Sends messages, each in a new thread, so many under way at any time, until there were enough or the time is up. */
export async function measurePart(
  deps: { talk: Talk; server: DatabaseServer },
  contender: Running,
  part: { atOnce: number; messages: number; seconds: number },
): Promise<Part> {
  const answered: Answered[] = [];
  const before = { cpu: await ticks(contender.pid), database: await deps.server.ticks() };
  const began = performance.now();
  let left = part.messages;
  const keepAsking = async () => {
    while (left > 0 && performance.now() - began < part.seconds * 1_000) {
      left -= 1;
      answered.push(await deps.talk.ask(contender.url));
    }
  };
  await Promise.all(Array.from({ length: part.atOnce }, keepAsking));
  const seconds = (performance.now() - began) / 1_000;
  const perMessage = (spent: number) => (spent / ticksPerSecond / answered.length) * 1_000;
  return {
    answered,
    turnsPerSecond: answered.length / seconds,
    cpuMs: perMessage((await ticks(contender.pid)) - before.cpu),
    databaseCpuMs: perMessage((await deps.server.ticks()) - before.database),
  };
}

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
