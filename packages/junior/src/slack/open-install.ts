import type { Log } from "../base/log.ts";
import type { Database } from "../db/database.ts";
import type { MergeHands } from "../people/merge-users.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import type { Person } from "../people/person.ts";
import { redeemLinkCode } from "../people/redeem-link-code.ts";
import { redeemedText } from "../people/redeemed-text.ts";
import type { Queue } from "../queue/queue.ts";
import type { Background } from "./background.ts";
import { openChannels } from "./channels.ts";
import type { Clients } from "./clients.ts";
import { type FileFetcher, openFileFetcher } from "./file-fetcher.ts";
import type { Install } from "./install.ts";
import { answerClicked } from "./listeners/answer-clicked.ts";
import { channelClosed } from "./listeners/channel-closed.ts";
import { commandGiven } from "./listeners/command-given.ts";
import { memberLeft } from "./listeners/member-left.ts";
import { messageDeleted, messageEdited } from "./listeners/message-changed.ts";
import { type MessageDeps, messagePosted } from "./listeners/message-posted.ts";
import { readThreadBack } from "./listeners/read-thread-back.ts";
import { type Bolt, openBolt } from "./open-bolt.ts";
import { openPeople, type People } from "./people.ts";
import type { slackLogger } from "./slack-logger.ts";
import { tellPerson } from "./tell-person.ts";
import { createUnheardReplies } from "./unheard-replies.ts";

/** All that listens and reads for one installed app. */
export type OpenInstall = { install: Install; bolt: Bolt; people: People; files: FileFetcher; close(): Promise<void> };

export type InstallOptions = {
  botToken: string;
  apiUrl?: string;
  publicUrl?: string;
  database: Database;
  queue: Queue;
  log: Log;
  clock: { now(): number };
  /** What a merge of two Users changes in other rooms, when somebody links their accounts here. */
  mergeHands: MergeHands;
};

const lookAgainMs = 3_000;

export function openInstall(
  options: InstallOptions,
  install: Install,
  parts: { clients: Clients; background: Background; logger: ReturnType<typeof slackLogger> },
): OpenInstall {
  const { database, queue, log, clock, botToken, apiUrl } = options;
  const { clients, background, logger } = parts;
  const people = openPeople({ database, install, clients, background, now: clock.now });
  const tell = (to: Parameters<typeof tellPerson>[1], text: string) =>
    background.run("a person could not be told", () => tellPerson(clients, to, text));
  const files = openFileFetcher({
    database,
    queue,
    clients,
    botToken,
    apiUrl,
    log,
    tell({ externalKey, slackUserId }, text) {
      const [, , channel = "", ts = ""] = externalKey.split(":");
      tell({ channel, userId: slackUserId, threadTs: ts }, text);
    },
  });
  const redeem = async (code: string, by: Person, shown: string) =>
    redeemedText(await redeemLinkCode(database, { code, identityId: by.identityId, hands: options.mergeHands }), shown);
  const messages: MessageDeps = {
    install,
    database,
    queue,
    people,
    channels: openChannels(clients, clock.now),
    clients,
    files,
    unheard: createUnheardReplies(() => performance.now()),
    async redeemCode(code, by, posted) {
      tell({ channel: posted.channel, userId: posted.userId, threadTs: posted.threadTs }, await redeem(code, by, by.name));
    },
    now: clock.now,
  };
  const inOrder = oneAtATime();
  const bolt = openBolt({
    botToken,
    install,
    logger,
    log,
    listeners: {
      // Of one thread in the order in which Slack brought them: their numbers are those of their arrival.
      async message(event) {
        const take = () => inOrder(`${event.channel} ${event.thread_ts ?? event.ts}`, () => messagePosted(messages, event));
        const left = await take();
        if (left === "early") setTimeout(() => background.run("a reply could not be stored", take), lookAgainMs).unref();
        else if (left) background.run("a thread could not be read back", () => readThreadBack(messages, left.readBack));
      },
      edit: (event) => messageEdited({ install, database, now: clock.now }, event),
      closing: (event) => channelClosed(messages, event),
      leave: (event) => memberLeft(messages, event),
      user: (event) => people.change(event.user.id, event.user),
      deletion: (event) => messageDeleted({ install, database, now: clock.now }, event),
      answer: (click) => answerClicked({ install, database, queue, people, background, log }, click),
      command: (command) => commandGiven({ database, people, publicUrl: options.publicUrl ?? null, redeemCode: redeem, log }, command),
    },
  });
  return { install, bolt, people, files, close: files.close };
}
