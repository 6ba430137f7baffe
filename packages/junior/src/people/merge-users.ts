import { recordChange } from "../db/changes.ts";
import type { Transaction } from "../db/database.ts";
import { markMerged } from "./merge-store.ts";

/**
 * Makes what belongs to one User belong to another, in every room above. It takes its Conversation locks first: they
 * come before all others.
 */
export type RepointUser = (transaction: Transaction, from: string, into: string) => Promise<void>;

/** `lock` takes the locks of the Conversations in which `from` has a part; `repoint` changes their rows. */
export type MergeHands = { lock: (transaction: Transaction, userId: string) => Promise<void>; repoint: readonly RepointUser[] };

/**
 * Two Users are one person: all of `from` becomes that of `into`, and `from` stays as a name for it. Identities go
 * first: whoever brings in a new row meanwhile waits for them and then finds `into`.
 */
export async function mergeUsers(
  transaction: Transaction,
  { from, into }: { from: string; into: string },
  hands: MergeHands,
): Promise<void> {
  await hands.lock(transaction, from);
  await markMerged(transaction, from, into);
  for (const repoint of hands.repoint) await repoint(transaction, from, into);
  await recordChange(transaction, "person", from, null);
  await recordChange(transaction, "person", into, null);
}
