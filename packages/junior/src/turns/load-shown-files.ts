import type { FileInfo } from "../files/file.ts";
import type { Said } from "./turn.ts";

/** Bytes. */
const largestPicture = 5_000_000;
const largestText = 30_000;
/** Pictures and texts of one prompt; the newest are shown. */
const mostShown = 10;

const pictures = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const texts = /^(text\/|application\/(json|xml|yaml|x-yaml|toml|javascript|x-sh|sql)$)/;

export type ReadFile = (fileId: string) => Promise<Uint8Array | null>;

/**
 * The attached files of the Turn's own messages that the model sees as they are: pictures, and short texts. All others
 * are only named. `known` holds what was read before, since a prompt is written again at every step.
 */
export async function loadShownFiles(readFile: ReadFile, said: Said[], known: Map<string, Uint8Array>): Promise<Map<string, Uint8Array>> {
  const files = said.filter((message) => message.current).flatMap((message) => message.files);
  const shown = new Map<string, Uint8Array>();
  for (const file of files.filter(isShown).slice(-mostShown)) {
    const bytes = known.get(file.id) ?? (await readFile(file.id));
    if (!bytes) continue;
    known.set(file.id, bytes);
    if (pictures.has(file.mediaType) || isText(bytes)) shown.set(file.id, bytes);
  }
  return shown;
}

const isShown = ({ mediaType, size }: FileInfo): boolean =>
  (pictures.has(mediaType) && size <= largestPicture) || (texts.test(mediaType) && size <= largestText);

function isText(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder("utf-8", { fatal: true }).decode(bytes).includes("\0");
  } catch {
    return false;
  }
}
