import { sql } from "kysely";
import type { FileBytes } from "./file-bytes.ts";

/** Bytes read in one statement: a whole content comes as hexadecimal digits, which take long and fill the memory. */
const partSize = 1024 * 1024;

/** Contents as rows. `put` and `removeUnused` of one content go one after the other: both lock its row first. */
export const databaseBytes: FileBytes = {
  async put(transaction, hash, bytes) {
    // A content that is there already is not sent again.
    const held = await transaction.selectFrom("junior_file_bytes").select("hash").where("hash", "=", hash).forKeyShare().executeTakeFirst();
    if (held) return;
    const size = bytes.byteLength;
    await transaction
      .insertInto("junior_file_bytes")
      .values({ hash, size, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, size) })
      // Somebody else was quicker: an update locks the row, where `do nothing` would not.
      .onConflict((conflict) => conflict.column("hash").doUpdateSet({ size }))
      .execute();
  },

  async readPart(connection, hash, from) {
    const row = await connection
      .selectFrom("junior_file_bytes")
      .select(["size", sql<Buffer>`substring(bytes from ${from + 1}::integer for ${partSize}::integer)`.as("part")])
      .where("hash", "=", hash)
      .executeTakeFirst();
    return row ? { part: row.part, isLast: from + row.part.byteLength >= row.size } : null;
  },

  async removeUnused(transaction, hashes) {
    if (hashes.length === 0) return;
    await transaction.selectFrom("junior_file_bytes").select("hash").where("hash", "in", hashes).orderBy("hash").forUpdate().execute();
    // A statement of its own: it sees the files of those who held the rows before.
    await transaction
      .deleteFrom("junior_file_bytes as content")
      .where("content.hash", "in", hashes)
      .where((eb) => eb.not(eb.exists(eb.selectFrom("junior_files as file").select("file.id").whereRef("file.hash", "=", "content.hash"))))
      .execute();
  },
};
