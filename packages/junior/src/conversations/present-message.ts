import type { Message } from "junior-web/contract";
import type { MessageView } from "./conversation-reader-store.ts";

const machines = { junior: "Junior", child: "A helper of Junior", event: "An event", person: "Somebody" } as const;

export function presentMessage(message: MessageView, readerUserId: string): Message {
  return {
    id: message.id,
    sequence: message.sequence,
    source: message.source,
    author: {
      kind: message.authorKind,
      name: message.authorName ?? machines[message.authorKind],
      you: message.authorUserId === readerUserId,
    },
    text: message.text,
    attachments: message.files,
    state: message.state,
    edited: message.edited,
    deleted: message.deleted,
    reactions: message.reactions,
    itemId: message.itemId,
    createdAt: message.createdAt.toISOString(),
  };
}
