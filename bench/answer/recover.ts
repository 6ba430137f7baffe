import type { Contender, Running } from "./contender.ts";
import type { Talk } from "./conversation.ts";

export type Recovery = {
  /** Messages that had got their 200 before the process died. */
  acknowledged: number;
  /** Of those, not answered when it died, and answered by the next process. */
  unanswered: number;
  recovered: number;
  /** From the kill to the last of their answers. */
  seconds: number;
};

const sentAtOnce = 60;
const longestMs = 25_000;

/** Kills the process with SIGKILL when half of the events have their 200, and starts another on the same database. */
export async function recover(talk: Talk, contender: Contender, running: Running): Promise<{ recovery: Recovery; next: Running }> {
  const answeredAt = new Map<string, number>();
  const acknowledged = new Set<string>();
  const half = Promise.withResolvers<void>();
  const said = Array.from({ length: sentAtOnce }, () => {
    const { word, status, answered } = talk.say(running.url);
    const answer = answered.then(
      (at) => void answeredAt.set(word, at),
      () => undefined,
    );
    const sent = status.then((code) => {
      if (code === 200) acknowledged.add(word);
      if (acknowledged.size >= sentAtOnce / 2) half.resolve();
    });
    return { word, answer, sent };
  });
  await half.promise;
  const killedAt = performance.now();
  await running.kill();
  await Promise.all(said.map(({ sent }) => sent));
  const next = await contender.start();
  const owed = said.filter(({ word }) => acknowledged.has(word) && (answeredAt.get(word) ?? Number.POSITIVE_INFINITY) > killedAt);
  await Promise.race([Promise.all(owed.map(({ answer }) => answer)), new Promise((resolve) => setTimeout(resolve, longestMs).unref())]);
  const times = owed.flatMap(({ word }) => answeredAt.get(word) ?? []);
  return {
    recovery: {
      acknowledged: acknowledged.size,
      unanswered: owed.length,
      recovered: times.length,
      seconds: (Math.max(killedAt, ...times) - killedAt) / 1_000,
    },
    next,
  };
}
