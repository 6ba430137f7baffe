import { newId } from "../../packages/junior/src/base/ids.ts";
import type { Database } from "../../packages/junior/src/db/database.ts";
import type { FileInfo } from "../../packages/junior/src/files/file.ts";
import { storeFile } from "../../packages/junior/src/files/file-store.ts";
import { type PreparedFile, prepareFile } from "../../packages/junior/src/files/prepare-file.ts";
import type { Person } from "../../packages/junior/src/people/person.ts";

/** Content that no other file has. */
export const newContent = () => `content ${newId()}`;

export async function prepared(content: string | Uint8Array, name = "notes.txt"): Promise<PreparedFile> {
  const file = await prepareFile({ name, bytes: Buffer.from(content) });
  if (file === "too-large") throw new Error("the file is too large");
  return file;
}

/** A file of this person's, or of Junior's own, that nothing refers to. */
export async function makeFile(
  { database }: { database: Database },
  uploader: Person | null,
  content: string = newContent(),
  name?: string,
): Promise<FileInfo> {
  const file = await prepared(content, name);
  return database.transaction().execute((transaction) => storeFile(transaction, file, uploader?.userId ?? null));
}
