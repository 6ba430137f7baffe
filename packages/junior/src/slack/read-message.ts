import { cleanText, isMentioned } from "./clean-text.ts";
import type { Install } from "./install.ts";
import type { MessageEvent } from "./payload.ts";

/** A human message in Slack, as Junior stores it. */
export type PostedMessage = {
  channel: string;
  ts: string;
  /** The root of its thread; null at the top level. */
  threadTs: string | null;
  userId: string;
  /** Of whose team the message says that its author is: ours, another's (Slack Connect), or nothing. */
  authorTeam: string | null;
  text: string;
  files: PostedFile[];
  /** Names Junior, or is a DM to it. */
  isForJunior: boolean;
  /** Null where the event does not say (`app_mention`). */
  isPublic: boolean | null;
};

export type PostedFile = { id: string; name: string; size: number | null; url: string | null };

/** Reads a message; null for what no person wrote: Junior's own posts, Slack's. */
export function readMessage(event: MessageEvent, install: Install): PostedMessage | null {
  const { channel, ts, user, thread_ts: threadTs, channel_type: channelType } = event;
  const teams = [event.user_team, event.source_team, event.team].filter(Boolean);
  if (isMachine(event, install)) return null;

  const raw = event.text ?? "";
  return {
    channel,
    ts,
    threadTs: threadTs !== undefined && threadTs !== ts ? threadTs : null,
    userId: user,
    authorTeam: teams.find((team) => team !== install.teamId) ?? teams[0] ?? null,
    text: cleanText(raw, install.botUserId) || fileNames(event.files ?? []) || raw,
    files: (event.files ?? []).flatMap(readFile),
    isForJunior: event.type === "app_mention" || isMentioned(raw, install.botUserId) || channelType === "im",
    isPublic: channelType === undefined ? null : channelType === "channel",
  };
}

const isMachine = ({ user, app_id: appId }: MessageEvent, install: Install) =>
  user === install.botUserId || user === "USLACK" || user === "USLACKBOT" || (install.appId !== null && appId === install.appId);

function readFile({ id, name, size, ...urls }: NonNullable<MessageEvent["files"]>[number]): PostedFile[] {
  const url = urls.url_private_download ?? urls.url_private ?? null;
  return id === undefined ? [] : [{ id, name: name ?? "a file", size: size ?? null, url }];
}

/** A message of files alone still says something. */
function fileNames(files: NonNullable<MessageEvent["files"]>): string {
  return files.length === 0 ? "" : `(sent ${files.map((file) => file.name ?? "a file").join(", ")})`;
}
