import type { Connection, Transaction } from "../db/database.ts";

/** Where contents are kept, each once under its hash (SHA-256). The place behind it may change; what is kept under a hash may not. */
export type FileBytes = {
  /** Keeps a content, and holds it against removal until the transaction ends. */
  put(transaction: Transaction, hash: Buffer, bytes: Uint8Array): Promise<void>;
  /** Null when nothing is kept under this hash. */
  read(connection: Connection, hash: Buffer): Promise<Buffer | null>;
  /** Removes those of these contents that no file has. Waits for whoever is just putting one of them. */
  removeUnused(transaction: Transaction, hashes: Buffer[]): Promise<void>;
};
