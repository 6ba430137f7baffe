import { createHash } from "node:crypto";
import { largestFile } from "./file.ts";
import { mediaType } from "./media-type.ts";
import { safeName } from "./safe-name.ts";

/** A file that may be stored as it is. */
export type PreparedFile = { name: string; mediaType: string; hash: Buffer; bytes: Uint8Array };

/**
 * Everything about a file that needs no database, so that no transaction waits for it. Its type is read from its
 * content: what the sender says it is does not count.
 */
export async function prepareFile(given: { name: string; bytes: Uint8Array }): Promise<PreparedFile | "too-large"> {
  const { bytes } = given;
  if (bytes.byteLength > largestFile) return "too-large";
  const { fileTypeFromBuffer } = await import("file-type"); // a start without files does without
  const name = safeName(given.name);
  const sniffed = await fileTypeFromBuffer(bytes);
  return { name, mediaType: mediaType(bytes, name, sniffed?.mime), hash: createHash("sha256").update(bytes).digest(), bytes };
}
