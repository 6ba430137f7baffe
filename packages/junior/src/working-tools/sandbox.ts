import { posix } from "node:path";
import { isStorable } from "../base/storable.ts";

/** What a Conversation's sandbox may hold, and what one command may use. */
export const sandboxLimits = {
  files: 200,
  /** Of all files together. */
  bytes: 20 * 1024 * 1024,
  /** Of a file's path. */
  pathLength: 300,
  /** Of one command. */
  ms: 20_000,
} as const;

/** Where files stay from one command to the next; paths are read from here. */
export const sandboxHome = "/work";
/** People's files, which cannot be changed. */
export const attachmentsFolder = "/attachments";

export type SandboxPlace = { folder: typeof sandboxHome | typeof attachmentsFolder; path: string };

/**
 * Reads a path as a model writes it.
 * @returns a reason, in words for the model, when nothing can stand there
 */
export function sandboxPath(given: string): SandboxPlace | { refused: string } {
  const path = posix.resolve(sandboxHome, given);
  const folder = [sandboxHome, attachmentsFolder].find((parent) => path.startsWith(`${parent}/`)) as SandboxPlace["folder"] | undefined;
  if (!folder) return { refused: `Files stand in ${sandboxHome} and ${attachmentsFolder} only.` };
  if (given.endsWith("/")) return { refused: "That names a folder, not a file." };
  if (!isSandboxPath(path)) return { refused: `A path has ${sandboxLimits.pathLength} characters at most, and no control characters.` };
  return { folder, path };
}

/** Whether a file of this path can be kept. */
export const isSandboxPath = (path: string): boolean =>
  path.length <= sandboxLimits.pathLength && isStorable(path) && !/\p{Cc}/u.test(path);

/**
 * Whether these files fit.
 * @returns a reason, in words for the model, when they do not
 */
export function sandboxOverflow(sizes: number[]): string | null {
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (sizes.length > sandboxLimits.files) return `it would hold ${sizes.length} files, and ${sandboxLimits.files} is the most`;
  if (bytes > sandboxLimits.bytes) return `its files would have ${bytes} bytes, and ${sandboxLimits.bytes} is the most`;
  return null;
}

/** Names under which people's files stand in their folder: of several with one name, the later ones get a number. */
export function attachmentPaths(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((given) => {
    const name = given.replaceAll("/", "_");
    let path = `${attachmentsFolder}/${name}`;
    for (let number = 2; taken.has(path); number++) path = `${attachmentsFolder}/${number}-${name}`;
    taken.add(path);
    return path;
  });
}
