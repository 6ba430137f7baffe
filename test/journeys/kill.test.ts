import { afterAll, expect, test } from "vitest";
import { type DisturbanceName, disturbances } from "../chaos/disturbances.ts";
import { runRounds } from "../chaos/rounds.ts";
import { seeded } from "../chaos/seeded.ts";
import { createDatabase } from "../database.ts";
import { assertAllStopped } from "../start-junior.ts";

afterAll(assertAllStopped);

// Samples of `npm run chaos`, with short leases.
test.each<[DisturbanceName, string, number]>([
  ["kill", "killed five times while threads are at work", 5],
  ["away", "its database out of reach while threads are at work", 1],
  ["hints", "every hint lost while threads are at work", 1],
])("%s: %s: every message answered once and in order, every effect once", { timeout: 90_000 }, async (name, _, rounds) => {
  const database = await createDatabase();
  const options = { databaseUrl: database.connectionString, rounds, conversations: 4, random: seeded(20_261_130), leaseMs: 1_000 };
  const done = await runRounds(options, disturbances(2_000)[name]);
  expect(done.map((round) => round.acknowledged > 0)).toEqual(Array.from({ length: rounds }, () => true));
  await database.close();
});
