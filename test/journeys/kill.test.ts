import { afterAll, expect, test } from "vitest";
import { runKillRounds } from "../chaos/rounds.ts";
import { seeded } from "../chaos/seeded.ts";
import { createDatabase } from "../database.ts";
import { assertAllStopped } from "../start-junior.ts";

afterAll(assertAllStopped);

// A sample of `npm run chaos -- kill`.
test("killed while twenty threads are at work: every message answered once and in order", { timeout: 60_000 }, async () => {
  const database = await createDatabase();
  const rounds = await runKillRounds({ databaseUrl: database.connectionString, rounds: 1, conversations: 20, random: seeded(20_261_130) });
  expect(rounds.map((round) => round.acknowledged > 0)).toEqual([true]);
  await database.close();
});
