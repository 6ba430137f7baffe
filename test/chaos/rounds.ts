import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { startFakeSlack } from "../fakes/slack/start-fake-slack.ts";
import { startScriptedModel } from "../fakes/scripted-model.ts";
import { freePort, startJunior } from "../start-junior.ts";
import { waitFor } from "../wait-for.ts";
import { openCuttableProxy } from "./cuttable-proxy.ts";
import type { Disturbance } from "./disturbances.ts";

export type Round = {
  disturbedAfterMs: number;
  /** Deliveries of events that got their 200 at the first attempt. */
  acknowledged: number;
  /** From the end of the disturbance to the last reply. */
  recoveredMs: number;
};

export type Rounds = {
  databaseUrl: string;
  rounds: number;
  conversations: number;
  /** Numbers from 0 to 1. */
  random: () => number;
  /** Of the Juniors; left out: as they have it. */
  leaseMs?: number;
};

const channel = "C0OPS";

type Said = {
  thread: string;
  /** The first message was stored before the second was sent; else Slack itself may bring them in either order. */
  inOrder: boolean;
  statuses: number[];
};

/**
 * Disturbs real Juniors while many Slack threads are at work, and checks what people see: every message answered
 * exactly once and in order, every question asked exactly once, in time. Throws at the first round that fails,
 * with what was there.
 */
export async function runRounds(options: Rounds, { processes, retryDelaysMs, longestRecoveryMs, disturb }: Disturbance): Promise<Round[]> {
  const direct = new URL(options.databaseUrl);
  const [slack, model, database] = await Promise.all([
    startFakeSlack(),
    startScriptedModel(),
    openCuttableProxy({ host: direct.hostname, port: Number(direct.port) }),
  ]);
  const proxied = new URL(direct);
  proxied.host = `127.0.0.1:${database.port}`;
  const ports = await Promise.all(Array.from({ length: processes }, () => freePort()));
  slack.addUser({ id: "U0ANA", name: "ana" });
  slack.addUser({ id: "U0BEN", name: "ben" });
  slack.addChannel({ id: channel, name: "ops", kind: "public", members: [slack.botUserId, "U0ANA", "U0BEN"] });
  slack.retryDelaysMs = retryDelaysMs;
  model
    .when(/work (\S+)/)
    .calls("addReviewItem", question)
    .says("Asked.");
  model
    .when(/work command-(\S+)/)
    .calls("runCommand", { command: "echo once >> log.txt" })
    .calls("addReviewItem", question)
    .says("Asked.");
  model.when(/more (\S+)/).says("More done.");
  const start = (index: number) =>
    startJunior({
      PORT: String(ports[index]),
      DATABASE_URL: proxied.href,
      JUNIOR_SECRET: "a secret for tests that is long enough",
      JUNIOR_LOG_LEVEL: "error",
      ...(options.leaseMs === undefined ? {} : { JUNIOR_LEASE_MS: String(options.leaseMs) }),
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SLACK_API_URL: slack.apiUrl,
      ...model.env,
    });
  // The last one hears Slack; a paused one works only on what it has taken.
  slack.connect(`http://127.0.0.1:${ports.at(-1)}/slack/events`);
  let juniors = await Promise.all(ports.map((_, index) => start(index)));
  const done: Round[] = [];
  try {
    for (let number = 1; number <= options.rounds; number++) {
      const saying = Array.from({ length: options.conversations }, (_, index) =>
        sayBoth(`${index % 8 === 0 ? "command-" : ""}r${number}-${index}`),
      );
      const disturbedAfterMs = Math.round(options.random() * 2_500);
      await pause(disturbedAfterMs);
      juniors = await disturb({ juniors, start, database, databaseUrl: options.databaseUrl });
      const undisturbed = performance.now();
      const said = await Promise.all(saying);
      await waitFor(
        `round ${number}: all replies`,
        () =>
          said
            .map(({ thread, statuses }) => ({ thread, statuses, replies: repliesIn(thread) }))
            .filter(({ replies }) => !isAnswered(replies)),
        (unanswered) => unanswered.length === 0,
        longestRecoveryMs,
      );
      const recoveredMs = Math.round(performance.now() - undisturbed);
      await pause(500);
      for (const one of said) check(number, one);
      await checkEffects(number, options.databaseUrl);
      const acknowledged = said.flatMap(({ statuses }) => statuses).filter((status) => status === 200).length;
      done.push({ disturbedAfterMs, acknowledged, recoveredMs });
    }
    return done;
  } finally {
    await Promise.all(juniors.map((junior) => junior.stop()));
    await Promise.all([slack.close(), model.close(), database.close()]);
  }

  async function sayBoth(word: string): Promise<Said> {
    const root = await slack.say({ user: "U0ANA", channel, text: `<@${slack.botUserId}> work ${word}` });
    // Somebody else, so that it waits for a Turn of its own.
    const more = await slack.say({ user: "U0BEN", channel, text: `<@${slack.botUserId}> more ${word}`, threadTs: root.ts });
    return { thread: root.ts, inOrder: root.statuses.includes(200), statuses: [...root.statuses, ...more.statuses] };
  }

  function repliesIn(thread: string): string[] {
    return slack
      .messages(channel, thread)
      .filter((message) => message.user === slack.botUserId)
      .map((message) => (JSON.stringify(message.blocks ?? "").includes("Which colour?") ? "card" : message.text));
  }

  function check(number: number, { thread, inOrder: wasInOrder }: Said): void {
    const replies = repliesIn(thread);
    const inOrder = !wasInOrder || replies.indexOf("Asked.") < replies.indexOf("More done.");
    if (replies.toSorted().join() !== ["Asked.", "More done.", "card"].toSorted().join() || !inOrder) {
      throw new Error(`round ${number}, thread ${thread}: ${JSON.stringify(replies)}`);
    }
  }
}

/** What the command of each thread wrote stands there once. */
async function checkEffects(number: number, databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ written: string; count: number }>(`
    select convert_from(bytes, 'UTF8') as written, count(*)::integer as count from junior_sandbox_files as file
    join junior_files as stored on stored.id = file.file_id join junior_file_bytes using (hash) group by 1`);
  await client.end();
  if (rows.some((row) => row.written !== "once\n")) throw new Error(`round ${number}: a command ran twice: ${JSON.stringify(rows)}`);
}

const isAnswered = (replies: string[]) => replies.includes("Asked.") && replies.includes("More done.") && replies.includes("card");

const question = {
  title: "Pick a colour",
  ask: "Choose one.",
  request: { kind: "decision", questions: [{ label: "Which colour?", input: { kind: "single-choice", options: ["Blue", "Green"] } }] },
};
