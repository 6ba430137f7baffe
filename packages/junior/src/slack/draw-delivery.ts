import type { types } from "@slack/bolt";
import type { WaitingDelivery } from "junior-plugin-api";
import { findActorAt } from "../conversations/delivery-actor-store.ts";
import type { Database } from "../db/database.ts";
import { findItem } from "../desk/item-store.ts";
import type { ReviewItem } from "../desk/review-item.ts";
import { findTimeZone } from "../people/people-store.ts";
import { drawCard } from "./card.ts";
import { plainCardText } from "./card-text.ts";
import type { Clients } from "./clients.ts";
import { drawReply } from "./draw-reply.ts";
import { findMentionedNames } from "./find-mentioned-names.ts";
import { findShownNames } from "./find-shown-names.ts";
import type { Install } from "./install.ts";
import { mentionedIn, plainMentions } from "./plain-mentions.ts";

/** One post: its blocks with their short text, and what to post where Slack refuses the blocks. */
export type Drawn = { blocks: types.KnownBlock[]; text: string; plainText: string };

type Deps = { database: Database; install: Install; clients: Pick<Clients, "lookup">; publicUrl: string | null };

/** What a reply or a card looks like now, as the posts that it takes, in order; empty when what it showed is gone. */
export async function drawDelivery(deps: Deps, delivery: WaitingDelivery): Promise<Drawn[]> {
  if (delivery.kind === "reply") {
    const markdown = delivery.text ?? "";
    if (mentionedIn(markdown).length === 0) return drawReply(markdown, () => undefined, null);
    const names = await findMentionedNames(deps, markdown);
    return drawReply(markdown, (id) => names.get(id), await findActorAt(deps.database, delivery));
  }
  const found = delivery.itemId === null ? null : await findItem(deps.database, delivery.itemId);
  if (!found) return [];
  const item = await withPlainMentions(deps, found);
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

/** Whom the model names in its words is not called; whom it asks is, by the head of the card. */
async function withPlainMentions(deps: Deps, item: ReviewItem): Promise<ReviewItem> {
  const names = await findMentionedNames(deps, [item.title, item.ask, item.body ?? ""].join("\n"));
  const plain = (text: string) => plainMentions(text, (id) => names.get(id), null);
  return { ...item, title: plain(item.title), ask: plain(item.ask), body: item.body === null ? null : plain(item.body) };
}
