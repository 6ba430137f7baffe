import type { Connection, Transaction } from "../db/database.ts";

export type FilePart = { part: Buffer; isLast: boolean };

/** Where contents are kept, each once under its hash (SHA-256). The place behind it may change; what is kept under a hash may not. */
export type FileBytes = {
  /** Keeps a content, and holds it against removal until the transaction ends. */
  put(transaction: Transaction, hash: Buffer, bytes: Uint8Array): Promise<void>;
  /** About 1 MB of a content from this byte on; null when nothing is kept under this hash. */
  readPart(connection: Connection, hash: Buffer, from: number): Promise<FilePart | null>;
  /** Removes those of these contents that no file has. Waits for whoever is just putting one of them. */
  removeUnused(transaction: Transaction, hashes: Buffer[]): Promise<void>;
};
