import type { DeliveryResult, WaitingDelivery } from "junior-plugin-api";
import { words } from "../base/words.ts";
import { findConversation } from "../conversations/conversation-store.ts";
import { deliverPost, type Posting } from "./deliver-post.ts";
import type { Database } from "../db/database.ts";

/** Tells one person something by DM; the place's channel is their own id. */
export async function deliverNotice(
  deps: Posting & { database: Database; publicUrl: string | null },
  delivery: WaitingDelivery,
): Promise<DeliveryResult> {
  const text = await noticeText(deps, delivery);
  if (text === null) return { outcome: "parked", code: "unknown_notice" };
  const { channel } = await deps.clients.posting.conversations.open({ users: delivery.place.channel });
  if (!channel?.id) throw new Error("Slack named no direct message");
  const there = { ...delivery, place: { ...delivery.place, channel: channel.id, thread: null } };
  return deliverPost(deps, there, [{ text, plainText: text, blocks: [{ type: "section", text: { type: "mrkdwn", text } }] }]);
}

async function noticeText(deps: { database: Database; publicUrl: string | null }, delivery: WaitingDelivery): Promise<string | null> {
  const [what = "", cause = ""] = delivery.code?.split(":") ?? [];
  if (what !== "reply-not-posted" && what !== "file-not-posted") return null;
  const conversation = await findConversation(deps.database, delivery.conversationId);
  const channel = conversation?.location_channel ?? null;
  const place = channel === null || channel.startsWith("D") ? null : `<#${channel}>`;
  const link = deps.publicUrl === null ? null : `<${new URL(`/conversations/${delivery.conversationId}`, deps.publicUrl).href}>`;
  return words.notPosted(what === "reply-not-posted" ? "reply" : "file", place, cause, link);
}
