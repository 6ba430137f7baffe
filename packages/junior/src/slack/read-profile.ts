import type { Clients } from "./clients.ts";
import { type Profile, profileOf } from "./profile.ts";
import { readApiError } from "./read-api-error.ts";

/** Slack knows them, but does not show them to our team. */
const hidden: ReadonlySet<string> = new Set(["user_not_found", "user_not_visible"]);

/** What Slack says of somebody; null where it says nothing within 1 s. */
export async function readProfile(clients: Pick<Clients, "lookup">, userId: string): Promise<Profile | "hidden" | null> {
  try {
    return profileOf(userId, (await clients.lookup.users.info({ user: userId })).user);
  } catch (error) {
    return hidden.has(readApiError(error)?.code ?? "") ? "hidden" : null;
  }
}
