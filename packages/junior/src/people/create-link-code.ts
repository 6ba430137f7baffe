import type { Database } from "../db/database.ts";
import { newLinkCode, plainLinkCode } from "./link-code.ts";
import { insertLinkCode } from "./link-code-store.ts";
import { hashSecret } from "./secret.ts";

export type LinkCode = { code: string; expiresAt: Date };

/** A code that joins this Identity's User with that of whoever writes it to Junior: once, within 10 minutes. */
export async function createLinkCode(database: Database, identityId: string): Promise<LinkCode> {
  const code = newLinkCode();
  return { code, expiresAt: await insertLinkCode(database, hashSecret(plainLinkCode(code)), identityId) };
}
