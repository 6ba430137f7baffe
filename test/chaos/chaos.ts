import { appendFile, chmod, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedPostgres } from "../../packages/junior/src/db/embedded-postgres/open-embedded-postgres.ts";
import { type Disturbance, disturbances } from "./disturbances.ts";
import { runRounds } from "./rounds.ts";
import { seeded } from "./seeded.ts";

const help = `npm run chaos -- kill|pause|away|hints [--rounds N] [--minutes N] [--conversations N] [--seed N]

kill    kill -9 of Junior while threads are at work, and a new start
pause   two Juniors, one of them stopped for 10 s and continued
away    the database out of reach for 20 s
hints   every hint lost

Appends a line per round to bench/results/chaos-NAME.jsonl; a later run goes on counting there, until --rounds are done.`;

const [name = "kill", ...flags] = process.argv.slice(2);
const disturbance = (disturbances() as Record<string, Disturbance>)[name];
if (name === "--help") {
  console.log(help);
  process.exit(0);
}
if (!disturbance) {
  console.error(`There is no chaos "${name}".\n\n${help}`);
  process.exit(2);
}
const seed = flag("--seed", Date.now() % 1_000_000);
const conversations = flag("--conversations", 40);
const rounds = flag("--rounds", name === "kill" ? 100 : 30);
const until = Date.now() + flag("--minutes", 600) * 60_000;
const results = new URL(`../../bench/results/chaos-${name}.jsonl`, import.meta.url);
await mkdir(new URL(".", results), { recursive: true });
const before = (await readFile(results, "utf8").catch(() => "")).split("\n").filter(Boolean).length;
console.log(`seed ${seed}, ${conversations} conversations, ${before} of ${rounds} rounds done before`);

const dataDir = await mkdtemp(join(tmpdir(), "junior-chaos-"));
await chmod(dataDir, 0o711);
const postgres = await openEmbeddedPostgres({ dataDir });
const recoveries: number[] = [];
try {
  for (let number = before + 1; number <= rounds && Date.now() < until; number++) {
    // A round of its own seed, so that one that goes on after others does not repeat them.
    const random = seeded(seed * 1_000 + number);
    const [round] = await runRounds({ databaseUrl: postgres.connectionString, rounds: 1, conversations, random }, disturbance);
    recoveries.push(round?.recoveredMs ?? Number.NaN);
    await appendFile(results, `${JSON.stringify({ seed, number, ...round })}\n`);
    console.log(`round ${number}: disturbed after ${round?.disturbedAfterMs} ms, all answered ${round?.recoveredMs} ms after its end`);
  }
} finally {
  await postgres.close();
  await rm(dataDir, { recursive: true, force: true });
}
console.log(`${recoveries.length} rounds, each message answered once and in order; longest recovery ${Math.max(...recoveries)} ms`);

function flag(flagName: string, otherwise: number): number {
  const index = flags.indexOf(flagName);
  return index === -1 ? otherwise : Number(flags[index + 1]);
}
