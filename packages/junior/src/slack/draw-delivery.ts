import type { types } from "@slack/bolt";
import type { WaitingDelivery } from "junior-plugin-api";
import { findText } from "../conversations/message-store.ts";
import type { Database } from "../db/database.ts";
import { findItem } from "../desk/item-store.ts";
import { findTimeZone } from "../people/people-store.ts";
import { drawCard } from "./card.ts";
import { plainCardText } from "./card-text.ts";
import { defuseBroadcasts } from "./defuse-broadcasts.ts";
import { escapeWithin } from "./escape-text.ts";
import { findShownNames } from "./find-shown-names.ts";
import type { Install } from "./install.ts";
import { splitMarkdown } from "./split-markdown.ts";

/** One post: its blocks with their short text, and what to post where Slack refuses the blocks. */
export type Drawn = { blocks: types.KnownBlock[]; text: string; plainText: string };

/** Under Slack's 12,000 for all markdown of a message, and under its undocumented total. */
const pieceLength = 11_500;

/** What a delivery looks like now, as the posts that it takes, in order; empty when what it showed is gone. */
export async function drawDelivery(
  deps: { database: Database; install: Install; publicUrl: string | null },
  delivery: WaitingDelivery,
): Promise<Drawn[]> {
  if (delivery.kind === "reply") return drawReply((delivery.messageId && (await findText(deps.database, delivery.messageId))) || "");
  const item = delivery.itemId === null ? null : await findItem(deps.database, delivery.itemId);
  if (!item) return [];
  const { channel } = delivery.place;
  const input = {
    item,
    names: await findShownNames(deps.database, deps.install.teamId, item),
    place: channel.startsWith("D") ? null : `<#${channel}>`,
    timeZone: item.askedByUserId === null ? null : await findTimeZone(deps.database, item.askedByUserId),
    publicUrl: deps.publicUrl,
  };
  return [{ ...drawCard(input), plainText: plainCardText(input) }];
}

/** The reply's own Markdown, which Slack draws itself; in several posts where it is longer than one may be. */
function drawReply(markdown: string): Drawn[] {
  return splitMarkdown(defuseBroadcasts(markdown.toWellFormed().replaceAll("\0", "")), pieceLength).map((text) => ({
    blocks: [{ type: "markdown", text }],
    text: escapeWithin(text, 3_000),
    plainText: escapeWithin(text, 30_000),
  }));
}
