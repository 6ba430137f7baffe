import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Deliveries } from "./deliveries.ts";
import { changedEvent, deletedEvent, isHeard, mentionEvent, messageEvent, snapshot } from "./envelopes.ts";
import type { JsonObject } from "./json.ts";
import { escapeTyped, mentions, richTextOf } from "./message-text.ts";
import { addFile } from "./stored-files.ts";
import type { FileInput } from "./stored-files.ts";
import { storeMessage } from "./store-message.ts";
import type { StoredMessage, Workspace } from "./workspace.ts";

export type SayInput = {
  user: string;
  channel: string;
  /** As typed: mentions and links as Slack's tokens (`<@U0BOT>`), everything else raw. */
  text: string;
  threadTs?: string;
  files?: FileInput[];
  subtype?: string;
  order?: "message-first" | "mention-first";
  /** Time between the starts of the two twins' deliveries. */
  twinGapMs?: number;
  only?: "message" | "app_mention";
  /** So many first attempts of each delivery never reach the product: a repeat is then the only one it sees. */
  lostAttempts?: number;
};
export type Said = { ts: string; statuses: number[] };
export type EditInput = { user: string; channel: string; ts: string; text: string };
export type MessageReference = { user: string; channel: string; ts: string };

/** What people do by writing. Each answers when the product answered the first attempt of every delivery. */
export function createPeople(workspace: Workspace, deliveries: Deliveries) {
  return {
    async say(input: SayInput): Promise<Said> {
      const message = write(workspace, deliveries, input);
      if (!isHeard(workspace, input.channel)) return { ts: message.ts, statuses: [] };
      for (const file of message.files ?? [])
        deliveries.echo({
          type: "file_shared",
          channel_id: input.channel,
          file_id: file.id,
          user_id: input.user,
          file: { id: file.id },
          event_ts: message.ts,
        });
      return { ts: message.ts, statuses: await deliverTwins(workspace, deliveries, message, input) };
    },

    /** So many replies of somebody in a thread, of which nobody is told: for threads that are long already. */
    fillThread(thread: { channel: string; ts: string; user: string }, count: number): void {
      for (let index = 0; index < count; index += 1)
        workspace.messages.push({
          ts: workspace.nextTs(thread.channel),
          channel: thread.channel,
          user: thread.user,
          teamId: workspace.identity.teamId,
          text: `filler ${index}`,
          threadTs: thread.ts,
          deleted: false,
          reactions: [],
        });
    },

    async edit(input: EditInput): Promise<Said> {
      const message = own(workspace, input);
      const previous = snapshot(workspace, message);
      message.text = escapeTyped(input.text);
      message.blocks = [richTextOf(input.text, workspace.nextId("b"))];
      message.edited = { user: input.user, ts: workspace.nextTs(input.channel) };
      workspace.changed();
      return {
        ts: message.ts,
        statuses: await tell(workspace, deliveries, input.channel, changedEvent(workspace, message, previous)),
      };
    },

    async remove(input: MessageReference): Promise<Said> {
      const message = own(workspace, input);
      const previous = snapshot(workspace, message);
      message.deleted = true;
      workspace.changed();
      return {
        ts: message.ts,
        statuses: await tell(workspace, deliveries, input.channel, deletedEvent(workspace, input.channel, previous)),
      };
    },

    /** Slack shows a preview under a link: message_changed with the same text and no `edited`. */
    async unfurl(input: { channel: string; ts: string; attachments: JsonObject[] }): Promise<Said> {
      const message = workspace.find(input.channel, input.ts);
      if (!message) throw new Error(`No message ${input.ts} in ${input.channel} to unfurl`);
      const previous = snapshot(workspace, message);
      message.attachments = input.attachments;
      return {
        ts: message.ts,
        statuses: await tell(workspace, deliveries, input.channel, changedEvent(workspace, message, previous)),
      };
    },
  };
}

function write(workspace: Workspace, deliveries: Deliveries, input: SayInput): StoredMessage {
  const user = workspace.users.get(input.user);
  const channel = workspace.channels.get(input.channel);
  if (!user) throw new Error(`No user ${input.user}: addUser first`);
  if (!channel) throw new Error(`No channel ${input.channel}: addChannel first`);
  if (!channel.members.includes(user.id)) throw new Error(`${user.id} is not in ${channel.id} and cannot write there`);
  if (input.threadTs && !workspace.find(channel.id, input.threadTs))
    throw new Error(`No message ${input.threadTs} in ${channel.id} to reply to`);
  const files = input.files?.map((file) => addFile(workspace, file, user.id));
  return storeMessage(workspace, deliveries, {
    channel: channel.id,
    user: user.id,
    teamId: user.teamId,
    text: escapeTyped(input.text),
    blocks: input.text === "" ? undefined : [richTextOf(input.text, workspace.nextId("b"))],
    threadTs: input.threadTs,
    subtype: input.subtype ?? (files ? "file_share" : undefined),
    files,
    botId: user.botId,
    clientMsgId: user.isBot ? undefined : randomUUID(),
  });
}

async function deliverTwins(workspace: Workspace, deliveries: Deliveries, message: StoredMessage, input: SayInput): Promise<number[]> {
  const isMention = mentions(message.text, workspace.identity.botUserId) && workspace.channels.get(message.channel)?.kind !== "im";
  const twins = [{ kind: "message", event: messageEvent(workspace, message) }];
  if (isMention) twins.push({ kind: "app_mention", event: mentionEvent(workspace, message) });
  if (input.order === "mention-first") twins.reverse();
  const chosen = twins.filter((twin) => !input.only || twin.kind === input.only);
  const answers: Promise<number[]>[] = [];
  for (const [index, twin] of chosen.entries()) {
    if (index > 0 && input.twinGapMs) await pause(input.twinGapMs);
    answers.push(deliveries.deliver(twin.event, input.lostAttempts));
  }
  return (await Promise.all(answers)).flat();
}

async function tell(workspace: Workspace, deliveries: Deliveries, channel: string, event: JsonObject): Promise<number[]> {
  return isHeard(workspace, channel) ? deliveries.deliver(event) : [];
}

function own(workspace: Workspace, input: MessageReference): StoredMessage {
  const message = workspace.find(input.channel, input.ts);
  if (!message) throw new Error(`No message ${input.ts} in ${input.channel}`);
  if (message.user !== input.user) throw new Error(`${input.ts} was written by ${message.user}, not by ${input.user}`);
  return message;
}
