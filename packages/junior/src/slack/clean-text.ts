import { unescapeText } from "./escape-text.ts";

/** Of users (`U…`, `W…` on an enterprise grid), with or without the name that old clients add. */
const mention = /<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>/g;

export const isMentioned = (raw: string, botUserId: string): boolean => [...raw.matchAll(mention)].some(([, id]) => id === botUserId);

/** The leading mention of Junior taken off, labels of other mentions too, and Slack's escapes undone. */
export function cleanText(raw: string, botUserId: string): string {
  const plain = raw.replace(mention, "<@$1>").trim();
  const own = `<@${botUserId}>`;
  const said = plain.startsWith(own) ? plain.slice(own.length).replace(/^[\s,:]+/, "") : plain;
  return unescapeText(said);
}
