import { storable } from "../base/storable.ts";
import type { Profile as PersonProfile } from "../people/people-store.ts";

/** A person of Slack, as Slack describes them. */
export type Profile = PersonProfile & {
  team: string;
  /** Of another organisation. */
  isStranger: boolean;
  /** A machine, though its events may not say so. */
  isBot: boolean;
  /** When Slack last changed it, in seconds since 1970; 0 where it does not say. */
  updated: number;
};

/** Of Slack's user, the fields that are read here. Of somebody deactivated it tells less. */
export type SlackUser = {
  id?: string;
  team_id?: string;
  name?: string;
  real_name?: string;
  deleted?: boolean;
  is_restricted?: boolean;
  is_ultra_restricted?: boolean;
  is_stranger?: boolean;
  is_bot?: boolean;
  tz?: string;
  updated?: number;
  profile?: { display_name?: string; real_name?: string };
};

/** Null where Slack does not say whose team they are of. */
export function profileOf(userId: string, user: SlackUser | undefined): Profile | null {
  if (!user?.team_id) return null;
  const { profile } = user;
  const name = [profile?.display_name, user.real_name, profile?.real_name, user.name].find((one) => one) ?? userId;
  return storable({
    team: user.team_id,
    isStranger: user.is_stranger === true,
    isBot: user.is_bot === true,
    handle: user.name ?? userId,
    name,
    fullMember: !user.is_restricted && !user.is_ultra_restricted && !user.is_stranger && !user.is_bot && !user.deleted,
    timeZone: user.tz ?? null,
    deactivated: user.deleted === true,
    updated: user.updated ?? 0,
  });
}
