import type { Install } from "./install.ts";
import { unescapeText } from "./escape-text.ts";

/** A human message in Slack, as Junior stores it. */
export type PostedMessage = {
  channel: string;
  ts: string;
  /** The root of its thread; null at the top level. */
  threadTs: string | null;
  userId: string;
  text: string;
  /** Names Junior, or is a DM to it. */
  isForJunior: boolean;
  /** Null where the event does not say (`app_mention`). */
  isPublic: boolean | null;
};

const contentSubtypes: ReadonlySet<unknown> = new Set([undefined, "file_share", "thread_broadcast", "me_message"]);
const mention = /<@([UW][A-Z0-9]+)(?:\|[^>]*)?>/g;
const tsForm = /^\d{1,12}\.\d{1,9}$/;
const idForm = /^[A-Z][A-Z0-9]{1,30}$/;

/**
 * Reads a `message` or `app_mention` event; null for what is no person's message to us: edits, joins and other
 * notes of Slack's, Junior's own posts, other bots, people of other teams.
 */
export function readMessage(event: Record<string, unknown>, install: Install): PostedMessage | null {
  const { channel, ts, user, thread_ts: threadTs } = event;
  if (typeof channel !== "string" || !idForm.test(channel) || typeof ts !== "string" || !tsForm.test(ts)) return null;
  if (typeof user !== "string" || !idForm.test(user) || !contentSubtypes.has(event.subtype)) return null;
  if (isMachine(user, event, install) || isOutsider(event, install)) return null;

  const raw = typeof event.text === "string" ? event.text.replaceAll("\0", "") : "";
  const isMentioned = [...raw.matchAll(mention)].some(([, id]) => id === install.botUserId);
  return {
    channel,
    ts,
    threadTs: typeof threadTs === "string" && tsForm.test(threadTs) && threadTs !== ts ? threadTs : null,
    userId: user,
    text: cleanText(raw, install.botUserId) || fileNames(event.files) || raw,
    isForJunior: event.type === "app_mention" || isMentioned || event.channel_type === "im",
    isPublic: typeof event.channel_type === "string" ? event.channel_type === "channel" : null,
  };
}

function isMachine(user: string, event: Record<string, unknown>, install: Install): boolean {
  if (user === install.botUserId || user === "USLACK" || user === "USLACKBOT") return true;
  return isSet(event.bot_id) || isSet(event.bot_profile) || (install.appId !== null && event.app_id === install.appId);
}

/** Slack Connect: the author's own team is named in one place or another. */
function isOutsider(event: Record<string, unknown>, { teamId }: Install): boolean {
  return [event.user_team, event.source_team, event.team].some((team) => isSet(team) && team !== teamId);
}

/** The leading mention of Junior taken off, labels of other mentions too, and Slack's escapes undone. */
function cleanText(raw: string, botUserId: string): string {
  const plain = raw.replace(mention, "<@$1>").trim();
  const own = `<@${botUserId}>`;
  const said = plain.startsWith(own) ? plain.slice(own.length).replace(/^[\s,:]+/, "") : plain;
  return unescapeText(said);
}

/** A message of files alone still says something. */
function fileNames(files: unknown): string {
  if (!Array.isArray(files)) return "";
  const names = files.map((file: { name?: unknown } | null) => (typeof file?.name === "string" ? file.name : "a file"));
  return names.length === 0 ? "" : `(sent ${names.join(", ")})`;
}

const isSet = (value: unknown) => value !== undefined && value !== null && value !== "";
