import { recordChange } from "../db/changes.ts";
import type { Connection, Database } from "../db/database.ts";
import type { Person } from "./person.ts";
import { hashSecret, isToken, newToken } from "./secret.ts";
import { endSession, findSession, findSignInLink, insertSession, useSignInLink } from "./sign-in-store.ts";

/** `refused` for a link that is used, expired or unknown alike: nobody learns which. */
export type SignedIn = { session: { token: string; expiresAt: Date } } | { refused: true };

/** Whom a link would let in; it can still be used afterwards. */
export async function readSignInLink(connection: Connection, token: string): Promise<Person | null> {
  return isToken(token) ? findSignInLink(connection, hashSecret(token)) : null;
}

/** Uses the link up for a session of 30 days. */
export async function redeemSignInLink(database: Database, token: string): Promise<SignedIn> {
  if (!isToken(token)) return { refused: true };
  return database.transaction().execute(async (transaction): Promise<SignedIn> => {
    const identityId = await useSignInLink(transaction, hashSecret(token));
    if (identityId === null) return { refused: true };
    const session = newToken();
    return { session: { token: session, expiresAt: await insertSession(transaction, hashSecret(session), identityId) } };
  });
}

export async function identifySession(connection: Connection, token: string): Promise<Person | null> {
  return isToken(token) ? findSession(connection, hashSecret(token)) : null;
}

/** Ends the session; the streams that it holds open hear of it. One that has ended is left alone. */
export async function signOut(database: Database, token: string): Promise<void> {
  if (!isToken(token)) return;
  await database.transaction().execute(async (transaction) => {
    const userId = await endSession(transaction, hashSecret(token));
    if (userId !== null) await recordChange(transaction, "person", userId, null);
  });
}
