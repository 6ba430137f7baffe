import { escapeText } from "./escape-text.ts";
import type { Clients } from "./clients.ts";

/** One line for one person, where they wrote: in a DM it stands there, in a channel only they see it. */
export async function tellPerson(
  clients: Clients,
  to: { channel: string; userId: string; threadTs: string | null },
  text: string,
): Promise<void> {
  const { channel, userId: user, threadTs } = to;
  const message = { channel, text: escapeText(text), ...(threadTs === null ? {} : { thread_ts: threadTs }) };
  if (channel.startsWith("D")) await clients.posting.chat.postMessage(message);
  else await clients.posting.chat.postEphemeral({ ...message, user });
}
