import type { Tool, ToolCall, ToolResult } from "junior-plugin-api";
import { z } from "zod";
import { findConversation, locationOf } from "../conversations/conversation-store.ts";
import { addDelivery } from "../conversations/delivery-store.ts";
import type { Transaction } from "../db/database.ts";
import { emojiName } from "./emoji-name.ts";
import { hasReaction, listStartingMessages } from "./turn-start-store.ts";

const input = z.object({ emoji: z.string().min(1).max(70).describe("The emoji's name in Slack, such as white_check_mark or eyes.") });

const description = [
  "Puts an emoji on the message that you are answering.",
  "It can be the whole reply: to thanks, to news, to something that only wants to be seen. Then say nothing more.",
  "Where people wait for words, for a result or for a decision, answer in words instead.",
].join("\n");

const noReactions = "There are no reactions in this place. Answer in words.";

/** Its whole effect is a row that waits to be delivered. */
export function addReactionTool(): Tool<z.infer<typeof input>> {
  return {
    name: "addReaction",
    description,
    input,
    hints: { readOnly: false, destructive: false, openWorld: false, idempotent: true },
    endsQuietly: "if-silent",
    target: ({ emoji }) => `:${emojiName(emoji) ?? "?"}: on the message`,
    runInTransaction: (transaction, { emoji }, call) => react(transaction, emoji, call),
  };
}

async function react(transaction: Transaction, given: string, { turnId, conversationId }: ToolCall): Promise<ToolResult> {
  const emoji = emojiName(given);
  if (emoji === null) return { ok: false, error: "emoji: give its name in Slack, such as tada or white_check_mark." };
  const conversation = await findConversation(transaction, conversationId);
  const place = conversation ? locationOf(conversation) : null;
  const message = (await listStartingMessages(transaction, turnId)).at(-1);
  if (!place || message?.source !== place.surface || !message.isPersons) return { ok: false, error: noReactions };
  if (message.isDeleted) return { ok: false, error: "The message has been deleted." };
  if (!(await hasReaction(transaction, message.id, emoji))) {
    await addDelivery(transaction, { kind: "reaction", conversationId, messageId: message.id, emoji, place });
  }
  return { ok: true, output: { reacted: emoji } };
}
