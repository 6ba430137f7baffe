import type { ToolResult } from "junior-plugin-api";

/** Characters (UTF-16 code units) that one answer of a tool may show at once. */
export const longestOutput = 30_000;
const pageLength = 29_000;

/** What a call gave as one text: JSON, unless it is a text itself. */
export function outputText(result: ToolResult): string {
  if (!result.ok) return result.error;
  return typeof result.output === "string" ? result.output : JSON.stringify(result.output ?? null);
}

export const countPages = (text: string): number => Math.max(1, Math.ceil(text.length / pageLength));

/** One page, counted from 1, that never splits a character; null where there is no such page. */
export function pageOf(text: string, page: number): string | null {
  if (!Number.isInteger(page) || page < 1 || page > countPages(text)) return null;
  return text.slice(boundary(text, page - 1), boundary(text, page));
}

function boundary(text: string, page: number): number {
  const at = Math.min(page * pageLength, text.length);
  const splits = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1));
  return splits ? at - 1 : at;
}

/** How the model reads on; written after a page. */
export const pageNote = (callId: string, page: number, pages: number): string =>
  page < pages
    ? `[Page ${page} of ${pages}. The next one: readOutput(${JSON.stringify({ callId, page: page + 1 })})]`
    : `[Page ${page} of ${pages}, the last.]`;
