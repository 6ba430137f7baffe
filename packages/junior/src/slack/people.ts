import type { Database } from "../db/database.ts";
import type { Person } from "../people/person.ts";
import { findOrCreatePerson, findPerson, type KnownPerson, updateProfile } from "../people/people-store.ts";
import type { Background } from "./background.ts";
import type { Clients } from "./clients.ts";
import type { Install } from "./install.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { type Profile, profileOf, type SlackUser } from "./profile.ts";
import { readProfile } from "./read-profile.ts";

export type People = {
  /** How somebody whom Junior has met is called; null for everybody else. Only the database is asked. */
  findName(userId: string): Promise<string | null>;
  /** Somebody of our team who acts, if Junior has met them and they are not deactivated. Only the database is waited for. */
  find(userId: string): Promise<Person | null>;
  /**
   * The author of a message of our team, made on first sight; Slack is waited for 1 s. `team`: whose the message says
   * that they are, null where it does not say. `anew`: as Slack says now, where it answers.
   * @throws when neither the message nor Slack tells of their team
   */
  meet(userId: string, team: string | null, anew?: "anew"): Promise<Met>;
  /** Somebody of another team, as a name beside their words. */
  meetOutsider(userId: string, team: string): Promise<Person>;
  /** Slack tells that somebody has changed; whom Junior has not met is left alone. */
  change(userId: string, user: SlackUser): Promise<void>;
};

/**
 * A guest is of our team and no full member. A stranger is a bot, or somebody whom Slack does not show to our team.
 * Nobody acts who is deactivated.
 */
export type Met =
  | { standing: "member" | "guest"; person: Person }
  | { standing: "outsider"; team: string }
  | { standing: "stranger" }
  | { standing: "deactivated" };

const askAgainMs = 600_000;
const mostKept = 10_000;

/**
 * Until Slack has told who somebody of our team is, they go by their id and are no full member, but no guest either;
 * they are asked after again at each sight. Everybody else is asked after now and then when they act: what they may do
 * can have changed without a word, and Slack promises no order of what it tells.
 */
export function openPeople(options: {
  database: Database;
  install: Install;
  clients: Clients;
  background: Background;
  now(): number;
}): People {
  const { database, install, clients, background, now } = options;
  const account = (userId: string, tenant = install.teamId) => ({ provider: "slack" as const, tenant, subject: userId });
  const asking = new Set<string>();
  const askedAt = new Map<string, number>();
  // What was read before a change is written before it.
  const inOrder = oneAtATime();

  const isOurs = (profile: Profile) => profile.team === install.teamId && !profile.isStranger;
  const learn = (person: Person, userId: string, known: Profile | null, team = install.teamId) => {
    if (asking.has(userId)) return;
    asking.add(userId);
    background.run("a profile could not be read", async () => {
      try {
        await inOrder(userId, async () => {
          const profile = known ?? (await readProfile(clients, userId));
          if (profile === null || profile === "hidden" || profile.team !== team) return;
          const fullMember = profile.fullMember && team === install.teamId;
          await updateProfile(database, person.identityId, { ...profile, fullMember });
        });
      } finally {
        asking.delete(userId);
      }
    });
  };
  const noteAsked = (userId: string) => {
    if (askedAt.size >= mostKept) askedAt.clear();
    askedAt.set(userId, now());
  };
  const learnAgain = (person: Person, userId: string) => {
    const last = askedAt.get(userId);
    if (last !== undefined && now() - last < askAgainMs) return;
    noteAsked(userId);
    learn(person, userId, null);
  };
  const learnNow = async (person: Person, userId: string) => {
    const profile = await readProfile(clients, userId);
    if (profile && profile !== "hidden" && isOurs(profile)) await updateProfile(database, person.identityId, profile);
    return profile;
  };
  const learnOf = (person: KnownPerson, userId: string) => {
    if (isUnknown(person, userId) || person.deactivated) learn(person, userId, null);
    else learnAgain(person, userId);
  };

  return {
    findName: async (userId) => (await findPerson(database, account(userId)))?.name ?? null,
    async find(userId) {
      const met = await findPerson(database, account(userId));
      if (met) learnOf(met, userId);
      return met && !met.deactivated ? met : null;
    },
    async meet(userId, team, anew) {
      if (team !== null && team !== install.teamId) return { standing: "outsider", team };
      const met = await findPerson(database, account(userId));
      // Who is deactivated cannot act in Slack: perhaps they are not any more.
      if (met && !met.deactivated && !anew) {
        learnOf(met, userId);
        return standingOf(met, met.fullMember || isUnknown(met, userId));
      }
      const profile = await (met ? inOrder(userId, () => learnNow(met, userId)) : readProfile(clients, userId));
      if (profile) noteAsked(userId);
      if (profile === "hidden" || profile?.isBot) return { standing: "stranger" };
      if (profile && !isOurs(profile)) return { standing: "outsider", team: profile.team };
      if (met) {
        const { name, fullMember, deactivated } = profile ?? met;
        if (deactivated) return { standing: "deactivated" };
        return standingOf({ ...met, name, fullMember }, fullMember || name === userId);
      }
      if (profile?.deactivated) return { standing: "deactivated" };
      if (!profile && team === null) throw new Error("Slack does not tell whose team somebody is of");
      const { handle, name, fullMember } = profile ?? { handle: userId, name: userId, fullMember: false };
      const person = await findOrCreatePerson(database, { ...account(userId), handle, name, fullMember });
      learn(person, userId, profile);
      return standingOf(person, !profile || fullMember);
    },
    async meetOutsider(userId, team) {
      const met = await findPerson(database, account(userId, team));
      if (met) return met;
      const person = await findOrCreatePerson(database, { ...account(userId, team), handle: userId, name: userId, fullMember: false });
      learn(person, userId, null, team);
      return person;
    },
    async change(userId, user) {
      const told = profileOf(userId, user);
      if (!told || !isOurs(told)) return;
      await inOrder(userId, async () => {
        const met = await findPerson(database, account(userId));
        if (!met) return;
        // An event that comes late, or again, may be older than the last.
        const isGrave = told.fullMember !== met.fullMember || told.deactivated !== met.deactivated;
        const asked = isGrave ? await readProfile(clients, userId) : null;
        const isNewer = asked !== null && asked !== "hidden" && isOurs(asked) && asked.updated > told.updated;
        await updateProfile(database, met.identityId, isNewer ? asked : told);
      });
    },
  };
}

const isUnknown = (person: Person, userId: string) => person.name === userId;

const standingOf = (person: Person, isMember: boolean): Met => ({ standing: isMember ? "member" : "guest", person });
