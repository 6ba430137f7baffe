import type { Database } from "../db/database.ts";
import { readFileBytes } from "../files/file-store.ts";
import { attachmentPaths, sandboxLimits } from "./sandbox.ts";
import { type SandboxFile, listAttachments, listSandboxFiles } from "./sandbox-store.ts";

export type LoadedSandbox = {
  kept: SandboxFile[];
  /** By their whole path: what is kept, and what people attached. */
  contents: Map<string, Uint8Array>;
  /** Attachments that did not fit beside the newer ones. */
  leftOut: string[];
};

/** All that a command finds. Of people's files the newest ones, up to as many bytes as a sandbox may hold. */
export async function loadSandbox(database: Database, conversationId: string): Promise<LoadedSandbox> {
  const kept = await listSandboxFiles(database, conversationId);
  const attachments = await findAttachments(database, conversationId);
  const contents = new Map<string, Uint8Array>();
  const leftOut: string[] = [];
  let bytes = 0;
  for (const { path, id, size } of attachments.toReversed()) {
    if (bytes + size > sandboxLimits.bytes) leftOut.push(path);
    else await load(path, id);
    bytes += size;
  }
  for (const { path, fileId } of kept) await load(path, fileId);
  return { kept, contents, leftOut };

  async function load(path: string, fileId: string): Promise<void> {
    const content = await readFileBytes(database, fileId);
    if (content) contents.set(path, content);
  }
}

/** People's files and the paths at which they stand. */
export async function findAttachments(database: Database, conversationId: string): Promise<{ path: string; id: string; size: number }[]> {
  const files = await listAttachments(database, conversationId);
  const paths = attachmentPaths(files.map((file) => file.name));
  return files.map(({ id, size }, index) => ({ path: paths[index] ?? "", id, size }));
}
