import { setTimeout as pause } from "node:timers/promises";
import { mayPurge } from "../authority/may-purge.ts";
import { findReadableConversation } from "../conversations/conversation-reader-store.ts";
import { countClaimed, findPurgeFacts, findUnfinishedPurges, lockTree, markPurged, purgeMessages } from "../conversations/purge-store.ts";
import type { Database } from "../db/database.ts";
import { purgeItems } from "../desk/purge-store.ts";
import { removeFiles } from "../files/file-store.ts";
import type { Person } from "../people/person.ts";
import type { Queue } from "../queue/queue.ts";
import { purgeTurns } from "../turns/purge-store.ts";
import { purgeSandbox } from "../working-tools/sandbox-store.ts";

export type Purged = "purged" | "not-found" | "not-allowed";

/** A post that is being made may take this long before its claim counts as dead. */
const longestClaimMs = 6_000;

/**
 * Deletes a Conversation and all that came of it. First it is marked, so that nothing more is added or begun; posts
 * under way are waited for; then everything goes in one transaction. A death in between is made good by `finishPurges`.
 */
export async function purgeConversation(house: { database: Database; queue: Queue }, id: string, person: Person): Promise<Purged> {
  const { database } = house;
  if (!(await findReadableConversation(database, person, id))) return "not-found";
  const facts = await findPurgeFacts(database, id, person.userId);
  if (!facts) return "not-found";
  if (!mayPurge({ ...facts, isPublic: facts.visibility === "public" })) return "not-allowed";
  await database.transaction().execute((transaction) => markPurged(transaction, facts.rootId));
  await finishPurge(house, facts.rootId);
  return "purged";
}

/** Purges that somebody has begun: where that process died, nobody else ends them. */
export async function finishPurges(house: { database: Database; queue: Queue }): Promise<void> {
  for (const rootId of await findUnfinishedPurges(house.database)) await finishPurge(house, rootId);
}

async function finishPurge({ database, queue }: { database: Database; queue: Queue }, rootId: string): Promise<void> {
  const deadline = Date.now() + longestClaimMs;
  while ((await countClaimed(database, rootId)) > 0 && Date.now() < deadline) await pause(100);
  await database.transaction().execute(async (transaction) => {
    const conversations = await lockTree(transaction, rootId);
    if (!conversations.some(({ purging }) => purging)) return; // another has finished it
    const ids = conversations.map((conversation) => conversation.id);
    await purgeItems(transaction, queue, ids);
    const files = await purgeMessages(transaction, queue, conversations);
    const sandboxFiles = await purgeSandbox(transaction, ids);
    await purgeTurns(transaction, ids);
    await removeFiles(transaction, [...new Set([...files, ...sandboxFiles])]);
  });
}
