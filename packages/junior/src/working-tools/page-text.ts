/** What can be read of a fetched page: HTML is to be made Markdown of, the rest is text as it is. */
export type PageText = { kind: "html"; html: string } | { kind: "text"; text: string } | { kind: "unreadable"; what: string };

const textual = /^(text\/.*|application\/([\w.-]+\+)?(json|xml|yaml|x-yaml|toml|javascript|x-ndjson)|image\/svg\+xml)$/;

/** `charset` is what the answer's head says; without one, what the page itself says. */
export function pageText(page: { mediaType: string; charset: string | null; bytes: Buffer }): PageText {
  const isHtml = page.mediaType === "text/html" || page.mediaType === "application/xhtml+xml";
  if (!isHtml && !textual.test(page.mediaType) && (page.mediaType !== "" || page.bytes.includes(0))) {
    return {
      kind: "unreadable",
      what: page.mediaType === "" ? "a file of no known kind" : `a file of the kind ${page.mediaType.slice(0, 80)}`,
    };
  }
  const text = decode(page.bytes, page.charset ?? (isHtml ? charsetInside(page.bytes) : null));
  return isHtml ? { kind: "html", html: text } : { kind: "text", text };
}

/** The title of a page, where it has one. */
export function htmlTitle(html: string): string | null {
  const title = /<title[^>]*>([^<]{1,300})/i.exec(html)?.[1]?.replace(/\s+/g, " ").trim();
  return title ? title : null;
}

function decode(bytes: Buffer, charset: string | null): string {
  try {
    return new TextDecoder(charset ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** HTML may name its encoding in its first 1024 bytes (HTML Living Standard, 13.2.3.2). */
function charsetInside(bytes: Buffer): string | null {
  return /<meta[^>]+charset=["']?\s*([\w-]+)/i.exec(bytes.subarray(0, 1_024).toString("latin1"))?.[1] ?? null;
}
