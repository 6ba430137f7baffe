import { afterAll, beforeAll, expect, test } from "vitest";
import { type SlackWorld, channel, openSlackWorld, wordsOf } from "../slack-world.ts";
import { assertAllStopped, freePort, startJunior } from "../start-junior.ts";
import { waitFor } from "../wait-for.ts";

let world: SlackWorld;
beforeAll(async () => {
  world = await openSlackWorld({ overSocket: true });
});
afterAll(async () => {
  await world.close();
  await assertAllStopped();
});

const stored = (ts: string) => world.database.query("select state from junior_messages where external_key like $1", [`%:${ts}`]);

test("with an app token alone: a mention is answered, a card is answered, and the command works", async () => {
  world.model
    .when(/ask me/)
    .calls("addReviewItem", {
      title: "Pick a colour",
      ask: "Choose the colour.",
      request: { kind: "decision", questions: [{ label: "Which?", input: { kind: "single-choice", options: ["Green", "Blue"] } }] },
    })
    .saysNothing();
  world.model.when(/Answer to/).says("Blue it is.");
  const thread = await world.mention("ask me");
  const card = await world.post(thread, "Pick a colour");
  expect(await world.slack.click({ user: "U0ANA", channel, messageTs: card.ts, text: "Blue" })).toMatchObject({ status: 200 });
  const reply = await world.post(thread, "Blue it is.");
  expect(wordsOf(reply)).toContain("Blue it is.");
  const answer = await world.slack.command({ user: "U0ANA", channel, command: "/junior", text: "desk" });
  expect(JSON.parse(answer.body)).toMatchObject({ response_type: "ephemeral", text: expect.stringContaining("Nothing waits on you.") });
});

test("killed in the middle, what Slack sends again after the restart is taken, once", async () => {
  world.model.when(/while it is dead/).says("Alive again.");
  world.slack.retryDelaysMs = [2_000, 4_000, 8_000];
  await world.junior.kill();
  const saying = world.mention("while it is dead");
  await world.restart();
  const ts = await saying;
  await world.post(ts, "Alive again.");
  expect(await stored(ts)).toHaveLength(1);
});

test("it stops within five seconds, and leaves its connection", async () => {
  const began = performance.now();
  await world.junior.stop();
  expect(performance.now() - began).toBeLessThan(5_000);
  await waitFor(
    "no connection",
    () => world.slack.socket.connections(),
    (count) => count === 0,
  );
  await world.restart();
});

test("a worker takes nothing in: it opens no connection", async () => {
  const worker = await startJunior({
    PORT: String(await freePort()),
    DATABASE_URL: world.database.connectionString,
    JUNIOR_ROLE: "worker",
    JUNIOR_SECRET: "a secret for tests that is long enough",
    SLACK_BOT_TOKEN: world.slack.botToken,
    SLACK_APP_TOKEN: world.slack.socket.appToken,
    SLACK_API_URL: world.slack.apiUrl,
    ...world.model.env,
  });
  expect(world.slack.socket.connections()).toBe(1);
  await worker.stop();
});
