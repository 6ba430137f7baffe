import { isUtf8 } from "node:buffer";

const byEnding: Record<string, string> = {
  csv: "text/csv",
  json: "application/json",
  md: "text/markdown",
  markdown: "text/markdown",
};
const unknown = "application/octet-stream";
/** Kinds that may hold nothing but plain characters and are no text for people all the same. */
const textualKinds = new Set(["application/pdf", "application/rtf"]);

/**
 * What a content is served as: what its first bytes say (`sniffed`), or text where all of it is UTF-8 that can be
 * shown. HTML, SVG and other XML are always plain text or unknown, whatever they are called.
 */
export function mediaType(bytes: Uint8Array, name: string, sniffed: string | undefined): string {
  // Text comes first: "BM" begins a bitmap, and many a memo.
  if (isText(bytes) && !textualKinds.has(sniffed ?? "")) return byEnding[endingOf(name)] ?? "text/plain";
  return sniffed === undefined || /xml|html|svg|script/i.test(sniffed) ? unknown : sniffed;
}

/** Valid UTF-8 without the control characters that only binary contents have; tab, line ends and escape are no such. */
function isText(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte < 32 && (byte < 8 || byte === 11 || (byte > 13 && byte !== 27))) return false;
  return isUtf8(bytes);
}

const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
