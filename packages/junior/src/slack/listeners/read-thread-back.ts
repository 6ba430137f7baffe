import { asObject } from "../json-object.ts";
import type { MessageEvent } from "../payload.ts";
import type { PostedMessage } from "../read-message.ts";
import { readPayload } from "../read-payload.ts";
import { readThread } from "../read-thread.ts";
import { type MessageDeps, messagePosted } from "./message-posted.ts";

const longestMs = 3_000;

/**
 * Stores the replies that stand in Slack after this message, as if their events came now: one that came before it was
 * nobody's. What was stored already stays as it is.
 */
export async function readThreadBack(deps: MessageDeps, posted: PostedMessage): Promise<void> {
  const place = { channel: posted.channel, thread: posted.threadTs ?? posted.ts };
  const { messages } = await readThread(deps.clients.reading, place, AbortSignal.timeout(longestMs));
  const channelType = posted.isPublic === null ? undefined : posted.isPublic ? "channel" : "group";
  for (const { ts, raw } of messages) {
    if (!isLater(ts, posted.ts)) continue;
    const event = { ...raw, type: "message", channel: posted.channel, channel_type: channelType, thread_ts: place.thread };
    const read = readPayload({ type: "event_callback", event });
    const reply = typeof read === "string" ? null : asObject(read.payload.event);
    if (reply && reply.subtype === undefined) await messagePosted(deps, reply as unknown as MessageEvent);
  }
}

/** Decimal strings with the same number of places: never read as floats. */
const isLater = (ts: string, than: string) => (ts.length === than.length ? ts > than : ts.length > than.length);
