import type { Install } from "./install.ts";
import { unescapeText } from "./escape-text.ts";
import type { MessageEvent } from "./payload.ts";

/** A human message in Slack, as Junior stores it. */
export type PostedMessage = {
  channel: string;
  ts: string;
  /** The root of its thread; null at the top level. */
  threadTs: string | null;
  userId: string;
  /** Slack says with the message that its author is of our own team. */
  isAuthorOurs: boolean;
  text: string;
  /** Names Junior, or is a DM to it. */
  isForJunior: boolean;
  /** Null where the event does not say (`app_mention`). */
  isPublic: boolean | null;
};

const mention = /<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>/g;

/** Reads a message; null for what is no person's message to us: Junior's own posts, Slack's, people of other teams. */
export function readMessage(event: MessageEvent, install: Install): PostedMessage | null {
  const { channel, ts, user, thread_ts: threadTs, channel_type: channelType } = event;
  const teams = [event.user_team, event.source_team, event.team].filter(Boolean);
  if (isMachine(event, install) || teams.some((team) => team !== install.teamId)) return null;

  const raw = event.text ?? "";
  const isMentioned = [...raw.matchAll(mention)].some(([, id]) => id === install.botUserId);
  return {
    channel,
    ts,
    threadTs: threadTs !== undefined && threadTs !== ts ? threadTs : null,
    userId: user,
    isAuthorOurs: teams.length > 0,
    text: cleanText(raw, install.botUserId) || fileNames(event.files ?? []) || raw,
    isForJunior: event.type === "app_mention" || isMentioned || channelType === "im",
    isPublic: channelType === undefined ? null : channelType === "channel",
  };
}

const isMachine = ({ user, app_id: appId }: MessageEvent, install: Install) =>
  user === install.botUserId || user === "USLACK" || user === "USLACKBOT" || (install.appId !== null && appId === install.appId);

/** The leading mention of Junior taken off, labels of other mentions too, and Slack's escapes undone. */
function cleanText(raw: string, botUserId: string): string {
  const plain = raw.replace(mention, "<@$1>").trim();
  const own = `<@${botUserId}>`;
  const said = plain.startsWith(own) ? plain.slice(own.length).replace(/^[\s,:]+/, "") : plain;
  return unescapeText(said);
}

/** A message of files alone still says something. */
function fileNames(files: NonNullable<MessageEvent["files"]>): string {
  return files.length === 0 ? "" : `(sent ${files.map((file) => file.name ?? "a file").join(", ")})`;
}
