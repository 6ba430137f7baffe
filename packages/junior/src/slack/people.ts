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
   * The author of a message of our team, made on first sight; Slack is waited for 1 s. `team`: whose the message says
   * that they are, null where it does not say.
   * @throws when neither the message nor Slack tells of their team
   */
  meet(userId: string, team: string | null): Promise<Met>;
  /** Somebody of another team, as a name beside their words. */
  meetOutsider(userId: string, team: string): Promise<Person>;
};

/** A guest is of our team and no full member. A stranger is somebody whom Slack does not show to our team. */
export type Met = { standing: "member" | "guest"; person: Person } | { standing: "outsider"; team: string } | { standing: "stranger" };

type Read = {
  team: string;
  isStranger: boolean;
  handle: string;
  name: string;
  fullMember: boolean;
  timeZone: string | null;
  deactivated: boolean;
};

const askAgainMs = 600_000;

/**
 * Until Slack has told who somebody of our team is, they go by their id and are no full member, but no guest either;
 * they are asked after again at each sight. Guests are asked after now and then: they may have become members.
 */
export function openPeople(options: { database: Database; install: Install; clients: Clients; background: Background }): People {
  const { database, install, clients, background } = options;
  const account = (userId: string, tenant = install.teamId) => ({ provider: "slack" as const, tenant, subject: userId });
  const asking = new Set<string>();
  const askedAt = new Map<string, number>();

  const learn = (person: Person, userId: string, known: Read | null, team = install.teamId) => {
    if (asking.has(userId)) return;
    asking.add(userId);
    background.run("a profile could not be read", async () => {
      try {
        const profile = known ?? (await readProfile(clients, userId));
        if (profile === null || profile === "hidden" || profile.team !== team) return;
        const fullMember = profile.fullMember && team === install.teamId;
        await updateProfile(database, person.identityId, { ...profile, fullMember });
      } finally {
        asking.delete(userId);
      }
    });
  };
  const learnAgain = (person: Person, userId: string) => {
    const now = performance.now();
    if (now - (askedAt.get(userId) ?? -askAgainMs) < askAgainMs) return;
    if (askedAt.size > 1_000) askedAt.clear();
    askedAt.set(userId, now);
    learn(person, userId, null);
  };

  return {
    find: (userId) => findPerson(database, account(userId)),
    async meet(userId, team) {
      if (team !== null && team !== install.teamId) return { standing: "outsider", team };
      const met = await findPerson(database, account(userId));
      if (met) {
        const isUnknown = met.name === userId;
        if (isUnknown) learn(met, userId, null);
        else if (!met.fullMember) learnAgain(met, userId);
        return { standing: met.fullMember || isUnknown ? "member" : "guest", person: met };
      }
      const profile = await readProfile(clients, userId);
      if (profile === "hidden") return { standing: "stranger" };
      if (profile && (profile.team !== install.teamId || profile.isStranger)) return { standing: "outsider", team: profile.team };
      if (!profile && team === null) throw new Error("Slack does not tell whose team somebody is of");
      const { handle, name, fullMember } = profile ?? { handle: userId, name: userId, fullMember: false };
      const person = await findOrCreatePerson(database, { ...account(userId), handle, name, fullMember });
      learn(person, userId, profile);
      return { standing: profile && !fullMember ? "guest" : "member", person };
    },
    async meetOutsider(userId, team) {
      const met = await findPerson(database, account(userId, team));
      if (met) return met;
      const person = await findOrCreatePerson(database, { ...account(userId, team), handle: userId, name: userId, fullMember: false });
      learn(person, userId, null, team);
      return person;
    },
  };
}

async function readProfile(clients: Clients, userId: string): Promise<Read | "hidden" | null> {
  try {
    const { user } = await clients.lookup.users.info({ user: userId });
    if (!user?.team_id) return null;
    const { profile } = user;
    const name = [profile?.display_name, user.real_name, profile?.real_name, user.name].find((one) => one) ?? userId;
    return storable({
      team: user.team_id,
      isStranger: user.is_stranger === true,
      handle: user.name ?? userId,
      name,
      fullMember: !user.is_restricted && !user.is_ultra_restricted && !user.is_stranger && !user.deleted,
      timeZone: user.tz ?? null,
      deactivated: user.deleted === true,
    });
  } catch (error) {
    return hidden.has(readApiError(error)?.code ?? "") ? "hidden" : null;
  }
}

/** Slack knows them, but does not show them to our team. */
const hidden: ReadonlySet<string> = new Set(["user_not_found", "user_not_visible"]);
