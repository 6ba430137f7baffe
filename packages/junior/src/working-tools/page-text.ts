/** A fetched page; `charset` is what the answer's head says of it. */
export type Page = { mediaType: string; charset: string | null; bytes: Uint8Array };

const textual = /^(text\/.*|application\/([\w.-]+\+)?(json|xml|yaml|x-yaml|toml|javascript|x-ndjson)|image\/svg\+xml)$/;

/** What stands there in place of text, in words; null where there is text. */
export function notText({ mediaType, bytes }: Page): string | null {
  if (textual.test(mediaType) || isHtml(mediaType) || (mediaType === "" && !bytes.includes(0))) return null;
  return mediaType === "" ? "a file of no known kind" : `a file of the kind ${mediaType.slice(0, 80)}`;
}

export const isHtml = (mediaType: string): boolean => mediaType === "text/html" || mediaType === "application/xhtml+xml";

/** In the encoding of the head; without one, in what the page itself says. It takes long for some pages. */
export function decodePage({ mediaType, charset, bytes }: Page): string {
  return decode(bytes, charset ?? (isHtml(mediaType) ? charsetInside(bytes) : null));
}

/** The title of a page, where it has one. A tag that is not closed soon is none: looking on from each would take for ever. */
export function htmlTitle(html: string): string | null {
  const title = /<title(?:\s[^<>]{0,300})?>([^<]{1,300})/i.exec(html)?.[1]?.replace(/\s+/g, " ").trim();
  return title ? title : null;
}

function decode(bytes: Uint8Array, charset: string | null): string {
  try {
    return new TextDecoder(charset ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** HTML may name its encoding in its first 1024 bytes (HTML Living Standard, 13.2.3.2). */
function charsetInside(bytes: Uint8Array): string | null {
  const beginning = Buffer.from(bytes.subarray(0, 1_024)).toString("latin1");
  return /<meta[^>]+charset=["']?\s*([\w-]+)/i.exec(beginning)?.[1] ?? null;
}
