import type { Item } from "junior-web/contract";
import { findReadableConversationIds } from "../conversations/conversation-reader-store.ts";
import type { Connection } from "../db/database.ts";
import { findNames } from "../people/people-store.ts";
import type { Person } from "../people/person.ts";
import { presentItem } from "./present-item.ts";
import type { ReviewItem } from "./review-item.ts";

/** Items that this person may read, as `/api` and `--json` give them. */
export async function presentItems(connection: Connection, reader: Person, items: ReviewItem[], now: Date): Promise<Item[]> {
  const [names, readable] = await Promise.all([
    findNames(
      connection,
      items.flatMap((item) => item.askedByUserId ?? []),
    ),
    findReadableConversationIds(
      connection,
      reader,
      items.map((item) => item.conversationId),
    ),
  ]);
  return items.map((item) =>
    presentItem(item, {
      readerUserId: reader.userId,
      readsConversation: readable.has(item.conversationId),
      askedByName: item.askedByUserId === null ? null : (names.get(item.askedByUserId) ?? null),
      now,
    }),
  );
}
