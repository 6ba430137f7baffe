import type { Database, Transaction } from "../db/database.ts";
import type { Provider } from "../db/schema.ts";
import { plainLinkCode } from "./link-code.ts";
import { findLinkCode, useLinkCode } from "./link-code-store.ts";
import { findSharedProvider, lockMerges } from "./merge-store.ts";
import { type MergeHands, mergeUsers } from "./merge-users.ts";
import { type ResolvedPerson, resolvePerson } from "./resolve-person.ts";
import { hashSecret } from "./secret.ts";

export type Redeemed =
  | { outcome: "linked"; person: ResolvedPerson }
  /** Both accounts were one person's before; the code is used up. */
  | { outcome: "already-linked"; person: ResolvedPerson }
  /** Both have an account of their own at the same place of this provider, so they cannot be one person. Nothing changed. */
  | { outcome: "conflict"; provider: Provider }
  /** The code is used, expired or unknown, or one of both is deactivated. Nothing changed. */
  | { outcome: "refused" };

/**
 * Joins the User who was given the code with the one who redeems it, who has thereby proved to be both. The redeemer's
 * User stays.
 * @param redeeming.identityId of whoever wrote the code
 */
export function redeemLinkCode(database: Database, redeeming: { code: string; identityId: string; hands: MergeHands }): Promise<Redeemed> {
  const hash = hashSecret(plainLinkCode(redeeming.code));
  return database.transaction().execute(async (transaction): Promise<Redeemed> => {
    await lockMerges(transaction);
    const given = await personOf(transaction, await findLinkCode(transaction, hash));
    const redeemer = await personOf(transaction, redeeming.identityId);
    if (!given || !redeemer) return { outcome: "refused" };
    if (given.userId === redeemer.userId) {
      await useLinkCode(transaction, hash);
      return { outcome: "already-linked", person: redeemer };
    }
    const shared = await findSharedProvider(transaction, given.userId, redeemer.userId);
    if (shared !== null) return { outcome: "conflict", provider: shared };
    await mergeUsers(transaction, { from: given.userId, into: redeemer.userId }, redeeming.hands);
    await useLinkCode(transaction, hash);
    const person = await resolvePerson(transaction, { userId: redeemer.userId });
    if (!person) throw new Error("a User vanished in its merge");
    return { outcome: "linked", person };
  });
}

async function personOf(transaction: Transaction, identityId: string | null): Promise<ResolvedPerson | null> {
  const person = identityId === null ? null : await resolvePerson(transaction, { identityId });
  return person?.deactivated ? null : person;
}
