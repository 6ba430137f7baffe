import type { Database } from "../db/database.ts";
import { hashSecret, newToken } from "./secret.ts";
import { insertSignInLink } from "./sign-in-store.ts";

export type SignInLink = { url: string; expiresAt: Date };

/**
 * A private link that lets this Identity's person into the page: once, within 10 minutes. To be shown to that person
 * alone. Opening it does not use it up, only the button on its page does: previews and scanners open what they find.
 * @param baseUrl where the page is, without a path of its own
 * @returns null when the person has been deactivated
 */
export async function createSignInLink(database: Database, identityId: string, baseUrl: string): Promise<SignInLink | null> {
  const token = newToken();
  const expiresAt = await insertSignInLink(database, hashSecret(token), identityId);
  return expiresAt && { url: new URL(`/auth/sign-in?token=${token}`, baseUrl).href, expiresAt };
}
