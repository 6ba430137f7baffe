import type { Connection } from "../db/database.ts";
import { plainLinkCode } from "./link-code.ts";
import { findLinkCodeState } from "./link-code-store.ts";
import { hashSecret } from "./secret.ts";

/** What has become of a code. */
export function readLinkCodeState(connection: Connection, code: string): Promise<"waiting" | "used" | "expired"> {
  return findLinkCodeState(connection, hashSecret(plainLinkCode(code)));
}
