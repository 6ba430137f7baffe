import type { Tool } from "junior-plugin-api";
import { z } from "zod";
import { isBlank } from "../base/is-blank.ts";
import { findConversation, locationOf } from "../conversations/conversation-store.ts";
import { addDelivery } from "../conversations/delivery-store.ts";
import { appendReply } from "../conversations/message-store.ts";

const input = z.object({
  channel: z
    .string()
    .regex(/^[CG][A-Z0-9]{1,20}$/, "must be a channel's id")
    .describe("The id of a channel of the same workspace, such as C0123ABCDEF: as in a link to it, never its name."),
  text: z
    .string()
    .trim()
    .min(1)
    .max(8_000)
    .refine((text) => !isBlank(text), "must say something")
    .describe("Markdown. Whoever reads it has not read this thread."),
});

const description = [
  "Posts a message in another channel. Only when the person that you work for has asked you to; to answer here, just answer.",
  "It is looked at before it is posted, and cannot be taken back. What was said in a private conversation does not belong into another channel.",
  "It also stands in this conversation.",
].join("\n");

/** Its whole effect is rows: Junior's message, and its delivery at the other place. */
export function postMessageTool(): Tool<z.infer<typeof input>> {
  return {
    name: "postMessage",
    description,
    input,
    hints: { readOnly: false, destructive: false, openWorld: true, idempotent: false },
    target: ({ channel }) => `channel ${channel}`,
    async runInTransaction(transaction, { channel, text }, { conversationId, turnId, turnTreeId }) {
      const conversation = await findConversation(transaction, conversationId);
      const here = conversation ? locationOf(conversation) : null;
      if (!conversation || !here)
        return { ok: false, error: "From here no channel can be reached. Say that it is to be asked for in Slack." };
      if (here.channel === channel) return { ok: false, error: "channel: that is where you are. Just answer." };
      const { messageId } = await appendReply(transaction, { conversationId, turnId, turnTreeId, text, isDelivered: false });
      const place = { surface: here.surface, tenant: here.tenant, channel, thread: null };
      await addDelivery(transaction, { kind: "reply", messageId, conversationId, place });
      return { ok: true, output: { posted: channel, state: "it is being delivered" } };
    },
  };
}
