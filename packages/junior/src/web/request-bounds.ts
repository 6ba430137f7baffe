import { words } from "../base/words.ts";
import { largestFile } from "../files/file.ts";

export type RequestBounds = {
  /** Milliseconds; then whoever asks is told that it took too long. */
  longestMs: number;
  /** Bytes of the body. */
  largest: number;
  tooLarge: string;
  /** Which of the allowances its body is held on. */
  heldOn: "files" | "ordinary" | null;
};

const ordinary: RequestBounds = {
  longestMs: 5_000,
  largest: 1024 * 1024,
  tooLarge: "A request may hold 1 MB at most.",
  heldOn: "ordinary",
};

/** Two minutes for 20 MB: 1.4 Mbit a second. The rest is what multipart puts around a file. */
const attachments: RequestBounds = {
  longestMs: 120_000,
  largest: largestFile + 16 * 1024,
  tooLarge: words.files.tooLarge,
  heldOn: "files",
};

/** A link's token. Who sends it is not known yet, and it takes no more memory than the connection itself. */
const signingIn: RequestBounds = {
  ...ordinary,
  largest: 16 * 1024,
  tooLarge: "A request to sign in may hold 16 kB at most.",
  heldOn: null,
};

/** A deletion waits for what is being posted at this moment, and then takes away much. */
const deletions: RequestBounds = { ...ordinary, longestMs: 30_000 };

/** What a request to this path may take. */
export function requestBounds(method: string, path: string): RequestBounds {
  if (method === "DELETE") return deletions;
  if (path.startsWith("/auth/")) return signingIn;
  return /^\/api\/attachments(\/|$)/.test(path) ? attachments : ordinary;
}
