import { sql } from "kysely";
import { newId } from "../base/ids.ts";
import type { Connection, Database, Transaction } from "../db/database.ts";
import { databaseBytes } from "./database-bytes-store.ts";
import type { FileBytes, FilePart } from "./file-bytes.ts";
import type { FileInfo } from "./file.ts";
import type { PreparedFile } from "./prepare-file.ts";
import { safeName } from "./safe-name.ts";

/** The one place that says where contents are kept. */
const contents: FileBytes = databaseBytes;

/**
 * Stores a file of this person's, or Junior's own (null). It is kept for a day unless `claimFiles` follows.
 * One new file per transaction: two that store the same two contents in different order would wait for each other.
 */
export async function storeFile(transaction: Transaction, file: PreparedFile, uploadedByUserId: string | null): Promise<FileInfo> {
  await contents.put(transaction, file.hash, file.bytes);
  const info = { id: newId(), name: file.name, mediaType: file.mediaType, size: file.bytes.byteLength };
  await insertFile(transaction, info, file.hash, uploadedByUserId);
  return info;
}

/** The same content once more, as Junior's own and not yet claimed. Null when the file is gone. */
export async function copyFile(transaction: Transaction, id: string, name?: string): Promise<FileInfo | null> {
  // The lock keeps the content: who removes it removes this file first.
  const file = await transaction.selectFrom("junior_files").selectAll().where("id", "=", id).forKeyShare().executeTakeFirst();
  if (!file) return null;
  const info = { id: newId(), name: name === undefined ? file.name : safeName(name), mediaType: file.media_type, size: file.size };
  await insertFile(transaction, info, file.hash, null);
  return info;
}

async function insertFile(transaction: Transaction, info: FileInfo, hash: Buffer, uploadedByUserId: string | null): Promise<void> {
  await transaction
    .insertInto("junior_files")
    .values({ id: info.id, hash, name: info.name, media_type: info.mediaType, size: info.size, uploaded_by_user_id: uploadedByUserId })
    .execute();
}

/**
 * Something refers to these files from now on; each can be claimed once.
 * @returns false when one is not there, of another uploader (null: Junior's own) or claimed before: then none was claimed
 */
export async function claimFiles(transaction: Transaction, ids: string[], uploadedByUserId: string | null): Promise<boolean> {
  if (ids.length === 0) return true;
  const free = await transaction
    .selectFrom("junior_files")
    .select("id")
    .where("id", "in", ids)
    .where("uploaded_by_user_id", "is not distinct from", uploadedByUserId)
    .where("attached", "=", false)
    .orderBy("id")
    .forUpdate()
    .execute();
  if (free.length !== ids.length) return false;
  await transaction.updateTable("junior_files").set({ attached: true }).where("id", "in", ids).execute();
  return true;
}

/**
 * Removes files that no row refers to any more, and at once those of their contents that no other file has.
 * Not in a transaction that stores one.
 */
export async function removeFiles(transaction: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const removed = await transaction.deleteFrom("junior_files").where("id", "in", ids).returning("hash").execute();
  const hashes = new Map(removed.map(({ hash }) => [hash.toString("hex"), hash]));
  await contents.removeUnused(transaction, [...hashes.values()]);
}

const trimmedAtOnce = 100;

/** Removes what was uploaded over a day ago and is claimed by nothing. */
export async function trimUnattachedFiles(database: Database): Promise<void> {
  for (;;) {
    const trimmed = await database.transaction().execute(async (transaction) => {
      const old = await transaction
        .selectFrom("junior_files")
        .select("id")
        .where("attached", "=", false)
        .where("created_at", "<", sql<Date>`now() - interval '1 day'`)
        .orderBy("id")
        .limit(trimmedAtOnce)
        .forUpdate()
        .skipLocked()
        .execute();
      const ids = old.map(({ id }) => id);
      await removeFiles(transaction, ids);
      return ids.length;
    });
    if (trimmed < trimmedAtOnce) return;
  }
}

export async function findFile(connection: Connection, id: string): Promise<FileInfo | null> {
  const file = await connection
    .selectFrom("junior_files")
    .select(["id", "name", "media_type as mediaType", "size"])
    .where("id", "=", id)
    .executeTakeFirst();
  return file ?? null;
}

export async function readFileBytes(connection: Connection, fileId: string): Promise<Buffer | null> {
  const file = await connection.selectFrom("junior_files").select("hash").where("id", "=", fileId).executeTakeFirst();
  if (!file) return null;
  const parts: Buffer[] = [];
  for (let from = 0; ;) {
    const read = await readFilePart(connection, file.hash, from);
    if (!read) return null;
    parts.push(read.part);
    from += read.part.byteLength;
    if (read.isLast) return Buffer.concat(parts);
  }
}

/** About 1 MB of the content with this hash, from this byte on; null when it is gone. */
export const readFilePart = (connection: Connection, hash: Buffer, from: number): Promise<FilePart | null> =>
  contents.readPart(connection, hash, from);

/** `bytes` counts each content once. */
export async function totalSize(connection: Connection): Promise<{ files: number; bytes: number }> {
  const count = await connection
    .selectFrom("junior_files")
    .select((eb) => eb.fn.countAll<number>().as("files"))
    .executeTakeFirstOrThrow();
  const sum = await connection
    .selectFrom("junior_file_bytes")
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as("bytes"))
    .executeTakeFirstOrThrow();
  return { files: count.files, bytes: sum.bytes };
}
