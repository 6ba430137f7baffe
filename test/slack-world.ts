import { createDatabase, type TestDatabase } from "./database.ts";
import type { FakeSlack } from "./fakes/slack/fake-slack.ts";
import { startFakeSlack } from "./fakes/slack/start-fake-slack.ts";
import { type ScriptedModel, startScriptedModel } from "./fakes/scripted-model.ts";
import { freePort, type RunningJunior, startJunior } from "./start-junior.ts";
import { waitFor } from "./wait-for.ts";

type StoredMessage = ReturnType<FakeSlack["messages"]>[number];

/** A workspace with ana, ben and eve in #ops, a model that says what a test wrote down, and a real Junior between them. */
export type SlackWorld = {
  slack: FakeSlack;
  model: ScriptedModel;
  database: TestDatabase;
  junior: RunningJunior;
  /** Starts it again on the same port, after a stop or a kill. */
  restart(): Promise<void>;
  mention(text: string): Promise<string>;
  /** Waits for a post of Junior's in a thread whose text and blocks contain this. */
  post(thread: string, containing: string): Promise<StoredMessage>;
  posts(thread: string): StoredMessage[];
  close(): Promise<void>;
};

export const channel = "C0OPS";

/** `overSocket`: no signing secret and no way in; Junior connects to Slack by itself. */
export async function openSlackWorld({ overSocket = false } = {}): Promise<SlackWorld> {
  const [database, slack, model, port] = await Promise.all([createDatabase(), startFakeSlack(), startScriptedModel(), freePort()]);
  for (const [id, name] of [
    ["U0ANA", "ana"],
    ["U0BEN", "ben"],
    ["U0EVE", "eve"],
  ] as const)
    slack.addUser({ id, name });
  slack.addChannel({ id: channel, name: "ops", kind: "public", members: [slack.botUserId, "U0ANA", "U0BEN", "U0EVE"] });
  const env = {
    PORT: String(port),
    DATABASE_URL: database.connectionString,
    // A dead one's Turns are taken over sooner.
    JUNIOR_LEASE_MS: "2000",
    JUNIOR_SECRET: "a secret for tests that is long enough",
    SLACK_BOT_TOKEN: slack.botToken,
    ...(overSocket ? { SLACK_APP_TOKEN: slack.socket.appToken } : { SLACK_SIGNING_SECRET: slack.signingSecret }),
    SLACK_API_URL: slack.apiUrl,
    ...model.env,
  };
  const posts = (thread: string) => slack.messages(channel, thread).filter((message) => message.user === slack.botUserId);
  const world: SlackWorld = {
    slack,
    model,
    database,
    junior: await startJunior(env),
    async restart() {
      world.junior = await startJunior(env);
    },
    mention: async (text) => (await slack.say({ user: "U0ANA", channel, text: `<@${slack.botUserId}> ${text}` })).ts,
    posts,
    post: (thread, containing) =>
      waitFor(
        `a post with "${containing}"`,
        () => posts(thread),
        (messages) => messages.find((message) => wordsOf(message).includes(containing)),
      ),
    async close() {
      await world.junior.stop();
      await Promise.all([slack.close(), model.close()]);
      await database.close();
    },
  };
  if (!overSocket) slack.connect(`${world.junior.url}/slack/events`);
  return world;
}

/** All that a person can read of a message. */
export const wordsOf = (message: StoredMessage): string => `${message.text}\n${JSON.stringify(message.blocks ?? [])}`;

export const labelsOf = (message: StoredMessage): string[] =>
  (message.blocks ?? [])
    .flatMap((block) => (block["type"] === "actions" ? (block["elements"] as { text?: { text: string } }[]) : []))
    .flatMap((element) => element.text?.text ?? []);
