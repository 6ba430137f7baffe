import { createHash } from "node:crypto";

/** More than Junior has; a caller that builds its texts without end must not fill the server's memory. */
const mostNames = 1_000;
const longestText = 8_000;
const mostValues = 40;

/**
 * Names for statements that PostgreSQL is to prepare once for each connection: parsing and planning cost it more than
 * most of ours take to run. The same text always has the same name; undefined where it is not worth one.
 */
export function statementNames(): (text: string, values: readonly unknown[]) => string | undefined {
  const names = new Map<string, string>();
  return (text, values) => {
    if (values.length === 0 || values.length > mostValues || text.length > longestText) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size === mostNames) return known;
    const name = `junior_${createHash("sha1").update(text).digest("base64url")}`;
    names.set(text, name);
    return name;
  };
}

/** The server has forgotten a prepared statement, or its tables have changed since: a pooler, or a migration meanwhile. */
export const preparedInVain: ReadonlySet<string> = new Set(["0A000", "26000", "42P05"]);
