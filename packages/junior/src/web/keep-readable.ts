import { findToldConversations } from "../conversations/conversation-reader-store.ts";
import type { Change } from "../db/changes.ts";
import type { Database } from "../db/database.ts";
import { findReadableIds } from "../desk/item-reader-store.ts";
import type { Person } from "../people/person.ts";

/** What this reader may know of, also that it was deleted. */
export async function keepReadable(database: Database, reader: Person, changes: Change[]): Promise<Change[]> {
  const ids = (kind: Change["kind"]) => [...new Set(changes.filter((change) => change.kind === kind).map((change) => change.id))];
  const around = changes.flatMap(({ kind, conversationId }) => (kind === "item" && conversationId !== null ? [conversationId] : []));
  const [conversations, items] = await Promise.all([
    findToldConversations(database, reader, [...new Set([...ids("conversation"), ...around])]),
    findReadableIds(database, reader, ids("item")),
  ]);
  const wentWith = ({ conversationId }: Change) => conversationId !== null && conversations.get(conversationId)?.purged === true;
  const isReadable: Record<Change["kind"], (change: Change) => boolean> = {
    conversation: ({ id }) => conversations.has(id),
    item: (change) => items.has(change.id) || wentWith(change),
    person: ({ id }) => id === reader.userId,
  };
  return changes.filter((change) => isReadable[change.kind](change));
}
