import { findReadableConversationIds } from "../conversations/conversation-reader-store.ts";
import type { Change } from "../db/changes.ts";
import type { Database } from "../db/database.ts";
import { findReadableIds } from "../desk/item-reader-store.ts";
import type { Person } from "../people/person.ts";

/** What this reader may know of. Of several changes to one thing only the last is kept: each means "fetch it again". */
export async function keepReadable(database: Database, reader: Person, batch: Change[]): Promise<Change[]> {
  const ids = (kind: Change["kind"]) => [...new Set(batch.filter((change) => change.kind === kind).map((change) => change.id))];
  const [conversations, items] = await Promise.all([
    findReadableConversationIds(database, reader, ids("conversation")),
    findReadableIds(database, reader, ids("item")),
  ]);
  const readable = { conversation: conversations, item: items, person: new Set([reader.userId]) };
  const last = new Map(batch.map((change) => [`${change.kind} ${change.id}`, change]));
  return batch.filter((change) => readable[change.kind].has(change.id) && last.get(`${change.kind} ${change.id}`) === change);
}
