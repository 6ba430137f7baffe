import type { Connection } from "../db/database.ts";
import { findNames, listIdentities } from "../people/people-store.ts";
import type { ReviewItem } from "../desk/review-item.ts";
import { escapeWithin } from "./escape-text.ts";

/** How Slack shows everybody whom an item names: a mention where they are in this team, else their name. */
export async function findShownNames(connection: Connection, teamId: string, item: ReviewItem): Promise<Map<string, string>> {
  const named = [...item.assignees.map((assignee) => assignee.userId), item.askedByUserId, item.closing?.byUserId ?? null];
  const userIds = [...new Set(named.filter((id) => id !== null))];
  const names = new Map<string, string>();
  for (const [userId, name] of await findNames(connection, userIds)) names.set(userId, escapeWithin(`@${name}`, 60));
  for (const userId of userIds) {
    const here = (await listIdentities(connection, userId)).find(({ provider, tenant }) => provider === "slack" && tenant === teamId);
    if (here) names.set(userId, `<@${here.subject}>`);
  }
  return names;
}
