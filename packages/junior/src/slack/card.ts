import type { types } from "@slack/bolt";
import { words } from "../base/words.ts";
import { cardControls } from "./card-controls.ts";
import { type CardInput, endText, factsText, fallbackText, headText, linkText } from "./card-text.ts";
import { defuseBroadcasts } from "./defuse-broadcasts.ts";
import { escapeWithin } from "./escape-text.ts";
import { splitMarkdown } from "./split-markdown.ts";

export type Card = { blocks: types.KnownBlock[]; text: string };

/** Slack refuses a message somewhere above 13,100 code points of text in all. */
const budget = 12_000;

/**
 * The card of an item, whatever its state: who is asked what, for whom and why them; controls while it is open,
 * its end once it is closed. Fits Slack's limits for every item that the desk accepts.
 */
export function drawCard(input: CardInput): Card {
  const { item } = input;
  const link = linkText(item.link);
  const top = [
    section(bold(headText(input))),
    section(escapeWithin(item.ask, 2_900)),
    context([factsText(input), ...(link === null ? [] : [link])]),
  ];
  const foot = item.closing ? [section(endText(input))] : cardControls(item);
  const room = budget - textLength([...top, ...foot]);
  return { blocks: [...top, ...bodyBlocks(item.body, room), ...foot], text: fallbackText(input) };
}

function bodyBlocks(body: string | null, room: number): types.KnownBlock[] {
  const safe = defuseBroadcasts((body ?? "").toWellFormed().replaceAll("\0", ""));
  if (safe.trim() === "") return [];
  if ([...safe].length <= room) return [{ type: "markdown", text: safe }];
  const note = `_${words.shortened}_`;
  const [shown = ""] = splitMarkdown(safe, Math.max(room - note.length - 2, 200));
  return [{ type: "markdown", text: `${shown}\n\n${note}` }];
}

/** Only where no character of the text would end it early. */
const bold = (text: string) => (/[*\n]/.test(text) ? text : `*${text}*`);

/** Slack refuses an empty text. */
const section = (text: string): types.KnownBlock => ({ type: "section", text: { type: "mrkdwn", text: text.trim() === "" ? "…" : text } });
const context = (texts: string[]): types.KnownBlock => ({
  type: "context",
  elements: texts.map((text) => ({ type: "mrkdwn", text })),
});

/** Code points of all that is readable at once: not what a control offers when it is opened. */
function textLength(blocks: types.KnownBlock[]): number {
  let length = 0;
  JSON.stringify(blocks, (key, value: unknown) => {
    if (key === "options" || key === "confirm") return undefined;
    if (key === "text" && typeof value === "string") length += [...value].length;
    return value;
  });
  return length;
}
