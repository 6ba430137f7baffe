import { posix } from "node:path";
import type { Database } from "../db/database.ts";
import { storeFile } from "../files/file-store.ts";
import { prepareFile } from "../files/prepare-file.ts";

/**
 * Stores new contents of a sandbox, each in a transaction of its own. Nobody sees them until `changeSandboxFiles` takes
 * them in; what it never does is trimmed after a day.
 */
export async function storeSandboxFiles(
  database: Database,
  files: Iterable<[string, Uint8Array]>,
): Promise<{ path: string; fileId: string }[]> {
  const stored: { path: string; fileId: string }[] = [];
  for (const [path, bytes] of files) {
    const prepared = await prepareFile({ name: posix.basename(path), bytes });
    if (prepared === "too-large") throw new Error("a sandbox's files are smaller than that");
    const { id } = await database.transaction().execute((transaction) => storeFile(transaction, prepared, null));
    stored.push({ path, fileId: id });
  }
  return stored;
}
