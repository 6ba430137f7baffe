import type { Database } from "../../db/database.ts";
import { makePrivate } from "../../desk/make-private.ts";
import type { Channels } from "../channels.ts";
import type { Install } from "../install.ts";
import type { ClosingEvent } from "../payload.ts";

/** A channel was made private: so is all that was said there. */
export async function channelClosed(
  { install, database, channels }: { install: Install; database: Database; channels: Channels },
  { channel }: ClosingEvent,
): Promise<void> {
  channels.note(channel, false);
  const place = { surface: "slack", tenant: install.teamId, channel };
  await database.transaction().execute((transaction) => makePrivate(transaction, place));
}
