import { setTimeout as pause } from "node:timers/promises";
import { startFakeSlack } from "../fakes/slack/start-fake-slack.ts";
import { startScriptedModel } from "../fakes/scripted-model.ts";
import { freePort, startJunior } from "../start-junior.ts";
import { waitFor } from "../wait-for.ts";

export type Round = { killedAfterMs: number; acknowledged: number; recoveredMs: number };

const channel = "C0OPS";
/** From the restart's readiness to the last reply. */
const longestRecoveryMs = 10_000;

/**
 * Kills a real Junior (SIGKILL) while many Slack threads are at work, starts it again, and checks what people see:
 * every message answered exactly once and in order, every question asked exactly once, within 10 s.
 * `random` gives numbers from 0 to 1. Throws at the first round that fails, with what was there.
 */
export async function runKillRounds(options: {
  databaseUrl: string;
  rounds: number;
  conversations: number;
  random: () => number;
}): Promise<Round[]> {
  const [slack, model, port] = await Promise.all([startFakeSlack(), startScriptedModel(), freePort()]);
  slack.addUser({ id: "U0ANA", name: "ana" });
  slack.addUser({ id: "U0BEN", name: "ben" });
  slack.addChannel({ id: channel, name: "ops", kind: "public", members: [slack.botUserId, "U0ANA", "U0BEN"] });
  // Long enough for a restart; the real ones are a minute and five.
  slack.retryDelaysMs = [400, 2_000, 5_000];
  model
    .when(/work (\S+)/)
    .calls("addReviewItem", question)
    .says("Asked.");
  model.when(/more (\S+)/).says("More done.");
  const env = {
    PORT: String(port),
    DATABASE_URL: options.databaseUrl,
    JUNIOR_SECRET: "a secret for tests that is long enough",
    JUNIOR_LOG_LEVEL: "error",
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SLACK_API_URL: slack.apiUrl,
    ...model.env,
  };
  slack.connect(`http://127.0.0.1:${port}/slack/events`);
  let junior = await startJunior(env);
  const done: Round[] = [];
  try {
    for (let number = 1; number <= options.rounds; number++) {
      const began = performance.now();
      const saying = Array.from({ length: options.conversations }, async (_, index) => {
        const root = await slack.say({ user: "U0ANA", channel, text: `<@${slack.botUserId}> work r${number}-${index}` });
        // Somebody else, so that it waits for a Turn of its own.
        const more = await slack.say({ user: "U0BEN", channel, text: `<@${slack.botUserId}> more r${number}-${index}`, threadTs: root.ts });
        return { thread: root.ts, statuses: [...root.statuses, ...more.statuses] };
      });
      const killedAfterMs = Math.round(options.random() * 2_500);
      await pause(killedAfterMs);
      await junior.kill();
      junior = await startJunior(env);
      const ready = performance.now();
      const said = await Promise.all(saying);
      await waitFor(
        `round ${number}: all replies`,
        () => said.map(({ thread }) => ({ thread, replies: repliesIn(thread) })),
        (threads) => threads.every(({ replies }) => replies.includes("Asked.") && replies.includes("More done.")),
        longestRecoveryMs,
      );
      const recoveredMs = Math.round(performance.now() - ready);
      await pause(500);
      for (const { thread } of said) check(number, thread);
      done.push({
        killedAfterMs,
        acknowledged: said.flatMap(({ statuses }) => statuses).filter((status) => status === 200).length,
        recoveredMs,
      });
      if (performance.now() - began > 120_000) throw new Error(`round ${number} took more than two minutes`);
    }
    return done;
  } finally {
    await junior.stop();
    await Promise.all([slack.close(), model.close()]);
  }

  function repliesIn(thread: string): string[] {
    return slack
      .messages(channel, thread)
      .filter((message) => message.user === slack.botUserId)
      .map((message) => (JSON.stringify(message.blocks ?? "").includes("Which colour?") ? "card" : message.text));
  }

  function check(number: number, thread: string): void {
    const replies = repliesIn(thread);
    const inOrder = replies.indexOf("Asked.") < replies.indexOf("More done.");
    if (replies.toSorted().join() !== ["Asked.", "More done.", "card"].toSorted().join() || !inOrder) {
      throw new Error(`round ${number}, thread ${thread}: ${JSON.stringify(replies)}`);
    }
  }
}

const question = {
  title: "Pick a colour",
  ask: "Choose one.",
  request: { kind: "decision", questions: [{ label: "Which colour?", input: { kind: "single-choice", options: ["Blue", "Green"] } }] },
};
