import { setTimeout as pause } from "node:timers/promises";
import type { InstantSlack } from "./instant-slack.ts";
import type { Sender } from "./send-event.ts";
import { world } from "./world.ts";

export type Answered = { acknowledgedMs: number; answeredMs: number };

export type Talk = {
  /** One mention in a thread of its own; resolves when its reply has arrived. */
  ask(url: string): Promise<Answered>;
  /** Only sends it. `answered` resolves with the time of its reply. */
  say(url: string, inThread?: string): { thread: string; word: string; status: Promise<number>; answered: Promise<number> };
};

const longestWaitMs = 30_000;

/** People who mention the bot, each message with a word of its own. */
export function openTalk(slack: InstantSlack, sender: Sender): Talk {
  let count = 0;
  const next = (inThread?: string) => {
    count += 1;
    // As in Slack, a message is as old as it is: Junior looks what was said meanwhile around one that comes late.
    const ts = `${Math.floor(Date.now() / 1_000)}.${String(count).padStart(6, "0")}`;
    const user = world.people[inThread === undefined ? count % world.people.length : 0]?.id ?? "";
    return { word: `word-${count}`, said: { user, text: `say word-${count}`, ts, threadTs: inThread } };
  };
  return {
    async ask(url) {
      const { word, said } = next();
      const answered = slack.answered(word, AbortSignal.timeout(longestWaitMs));
      const sent = await sender.send(url, said);
      if (sent.status !== 200) throw new Error(`an event was answered ${sent.status}`);
      return { acknowledgedMs: sent.answeredAt - sent.sentAt, answeredMs: (await answered) - sent.sentAt };
    },
    say(url, inThread) {
      const { word, said } = next(inThread);
      return {
        thread: said.threadTs ?? said.ts,
        word,
        status: sender.send(url, said).then(({ status }) => status),
        answered: slack.answered(word, AbortSignal.timeout(longestWaitMs)),
      };
    },
  };
}

export type Five = { sent: string[]; answered: string[] };

/** Five messages in one thread, 5 ms apart: the words that were answered, in the order of the answers. */
export async function askFive(talk: Talk, slack: InstantSlack, url: string): Promise<Five> {
  const first = talk.say(url);
  const all = [first];
  for (let index = 1; index < 5; index++) {
    await pause(5);
    all.push(talk.say(url, first.thread));
  }
  await Promise.race([Promise.allSettled(all.map(({ answered }) => answered)), pause(3_000)]);
  return { sent: all.map(({ word }) => word), answered: slack.posts(first.thread).flatMap(({ words }) => words) };
}

export const allAnswered = ({ sent, answered }: Five) => sent.every((word) => answered.includes(word));
/** Also where some are missing: those that are there stand in the order in which they were sent. */
export const inOrder = ({ sent, answered }: Five) => answered.join() === sent.filter((word) => answered.includes(word)).join();
