import { storable } from "../base/storable.ts";
import type { Database } from "../db/database.ts";
import type { Person } from "../people/person.ts";
import { findOrCreatePerson, findPerson, updateProfile } from "../people/people-store.ts";
import type { Background } from "./background.ts";
import type { Clients } from "./clients.ts";
import type { Install } from "./install.ts";
import { readApiError } from "./read-api-error.ts";

export type People = {
  /** Somebody whom Junior has met; null for everybody else. Only the database is asked. */
  find(userId: string): Promise<Person | null>;
  /**
   * The author of a message, made on first sight; Slack is waited for 1 s. Null for people of other teams. `isOurs`:
   * the message itself names our team as theirs.
   * @throws when neither the message nor Slack tells of their team
   */
  meet(userId: string, isOurs: boolean): Promise<Person | null>;
};

type Profile = { handle: string; name: string; fullMember: boolean; timeZone: string | null };

/**
 * Until Slack has told who somebody of our team is, they go by their id and are no full member; they are asked after
 * again at each sight.
 */
export function openPeople(options: { database: Database; install: Install; clients: Clients; background: Background }): People {
  const { database, install, clients, background } = options;
  const account = (userId: string) => ({ provider: "slack" as const, tenant: install.teamId, subject: userId });
  const asking = new Set<string>();

  const learn = (person: Person, userId: string, known: Profile | null) => {
    if (asking.has(userId)) return;
    asking.add(userId);
    background.run("a profile could not be read", async () => {
      try {
        const profile = known ?? (await readProfile(clients, install, userId));
        if (profile && profile !== "outsider") await updateProfile(database, person.identityId, profile);
      } finally {
        asking.delete(userId);
      }
    });
  };

  return {
    find: (userId) => findPerson(database, account(userId)),
    async meet(userId, isOurs) {
      const met = await findPerson(database, account(userId));
      if (met) {
        if (met.name === userId) learn(met, userId, null);
        return met;
      }
      const profile = await readProfile(clients, install, userId);
      if (profile === "outsider") return null;
      if (!profile && !isOurs) throw new Error("Slack does not tell whose team somebody is of");
      const { handle, name, fullMember } = profile ?? { handle: userId, name: userId, fullMember: false };
      const person = await findOrCreatePerson(database, { ...account(userId), handle, name, fullMember });
      learn(person, userId, profile);
      return person;
    },
  };
}

async function readProfile(clients: Clients, install: Install, userId: string): Promise<Profile | "outsider" | null> {
  try {
    const { user } = await clients.lookup.users.info({ user: userId });
    if (!user?.team_id) return null;
    if (user.is_stranger || user.team_id !== install.teamId) return "outsider";
    const { profile } = user;
    const name = [profile?.display_name, user.real_name, profile?.real_name, user.name].find((one) => one) ?? userId;
    return storable({
      handle: user.name ?? userId,
      name,
      fullMember: !user.is_restricted && !user.is_ultra_restricted && !user.deleted,
      timeZone: user.tz ?? null,
    });
  } catch (error) {
    return hidden.has(readApiError(error)?.code ?? "") ? "outsider" : null;
  }
}

/** Slack knows them, but does not show them to our team. */
const hidden: ReadonlySet<string> = new Set(["user_not_found", "user_not_visible"]);
