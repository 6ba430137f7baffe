import type { Connection } from "../db/database.ts";
import { plainLinkCode } from "./link-code.ts";
import { hasLinkCode } from "./link-code-store.ts";
import { hashSecret } from "./secret.ts";

/** Whether somebody was given this code within the last day; what only looks like one is none. */
export function isGivenLinkCode(connection: Connection, code: string): Promise<boolean> {
  return hasLinkCode(connection, hashSecret(plainLinkCode(code)));
}
