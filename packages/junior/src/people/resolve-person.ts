import type { Connection } from "../db/database.ts";
import type { Provider } from "../db/schema.ts";
import { findIdentityUser, findUser, listIdentities } from "./people-store.ts";
import type { AccountKey } from "./person.ts";

/** A User as of now. `fullMember` where one of the Identities is. */
export type ResolvedPerson = {
  userId: string;
  name: string;
  timeZone: string | null;
  admin: boolean;
  deactivated: boolean;
  fullMember: boolean;
  identities: { id: string; provider: Provider; tenant: string; subject: string; handle: string; fullMember: boolean }[];
};

/** Who somebody is now: by a User, also one that has been merged into another since, by an Identity or by an account. */
export async function resolvePerson(
  connection: Connection,
  who: { userId: string } | { identityId: string } | AccountKey,
): Promise<ResolvedPerson | null> {
  const userId = "userId" in who ? who.userId : await findIdentityUser(connection, who);
  const user = userId === null ? null : await findUser(connection, userId);
  if (!user) return null;
  const identities = await listIdentities(connection, user.userId);
  return { ...user, fullMember: identities.some((identity) => identity.fullMember), identities };
}
