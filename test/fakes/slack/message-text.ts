import type { JsonObject } from "./json.ts";

const TOKEN = /<(?:@[UW][A-Z0-9]+|#[CGD][A-Z0-9]+|![a-z^A-Z0-9]+|(?:https?|mailto):[^>|\s]+)(?:\|[^>]*)?>/g;
const MENTION = /<@([UW][A-Z0-9]+)(?:\|[^>]*)?>/g;

/** `text` of an event from what a person typed: `&<>` escaped, mentions and links left as the tokens they are. */
export function escapeTyped(typed: string): string {
  return pieces(typed)
    .map((piece) => (piece.token ? piece.text : escape(piece.text)))
    .join("");
}

/** The rich_text block that Slack makes of what a person typed; it holds the raw text. */
export function richTextOf(typed: string, blockId: string): JsonObject {
  const elements = pieces(typed).map((piece) => (piece.token ? elementOf(piece.text) : { type: "text", text: piece.text }));
  return { type: "rich_text", block_id: blockId, elements: [{ type: "rich_text_section", elements }] };
}

export function mentions(text: string, userId: string): boolean {
  return [...text.matchAll(MENTION)].some((found) => found[1] === userId);
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function pieces(typed: string): { text: string; token: boolean }[] {
  const found: { text: string; token: boolean }[] = [];
  let from = 0;
  for (const match of typed.matchAll(TOKEN)) {
    if (match.index > from) found.push({ text: typed.slice(from, match.index), token: false });
    found.push({ text: match[0], token: true });
    from = match.index + match[0].length;
  }
  if (from < typed.length) found.push({ text: typed.slice(from), token: false });
  return found;
}

function elementOf(token: string): JsonObject {
  const [target = "", label] = token.slice(1, -1).split("|");
  if (target.startsWith("@")) return { type: "user", user_id: target.slice(1) };
  if (target.startsWith("#")) return { type: "channel", channel_id: target.slice(1) };
  if (target.startsWith("!subteam^")) return { type: "usergroup", usergroup_id: target.slice("!subteam^".length) };
  if (target.startsWith("!")) return { type: "broadcast", range: target.slice(1) };
  return { type: "link", url: target, ...(label ? { text: label } : {}) };
}
