import { leaveConversations } from "../../conversations/participant-store.ts";
import type { Database } from "../../db/database.ts";
import { findPerson } from "../../people/people-store.ts";
import type { Install } from "../install.ts";
import type { LeaveEvent } from "../payload.ts";

/** Who is not in a channel any more reads nothing on by having taken part there. */
export async function memberLeft(
  { install, database, now }: { install: Install; database: Database; now(): number },
  { user, channel, event_ts: ts }: LeaveEvent,
): Promise<void> {
  const person = await findPerson(database, { provider: "slack", tenant: install.teamId, subject: user });
  if (!person) return;
  const place = { surface: "slack", tenant: install.teamId, channel };
  const at = new Date(ts === undefined ? now() : Number(ts) * 1_000);
  await database.transaction().execute((transaction) => leaveConversations(transaction, person.identityId, place, at));
}
