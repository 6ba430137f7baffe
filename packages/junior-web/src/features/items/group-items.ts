import type { Item } from "../../contract.ts";

type Placed = Pick<Item, "id" | "conversationId" | "createdAt" | "neededBy">;

/** Needed soonest on top, then oldest first. */
function byUrgency(a: Placed, b: Placed): number {
  const soon = (item: Placed) => (item.neededBy === null ? Infinity : Date.parse(item.neededBy));
  const [first, second] = [soon(a), soon(b)];
  return first === second ? Date.parse(a.createdAt) - Date.parse(b.createdAt) : first - second;
}

/**
 * The cards of one visit, in an order that never moves under the reader's hand: what was seen stays where it was
 * (an answered card shows its outcome there), what is new comes after it.
 */
export function keepPlaces<T extends Placed>(seen: T[], open: T[]): T[] {
  const known = new Set(seen.map((item) => item.id));
  const added = open.filter((item) => !known.has(item.id));
  if (added.length === 0) return seen;
  const byConversation = Map.groupBy(added.sort(byUrgency), (item) => item.conversationId);
  return [...seen, ...[...byConversation.values()].flat()];
}

/** Neighbours of one conversation. It may come twice: a question that arrives later moves none that is shown. */
export function groupByConversation<T extends Placed>(items: T[]): { conversationId: string; items: T[] }[] {
  const groups: { conversationId: string; items: T[] }[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last?.conversationId === item.conversationId) last.items.push(item);
    else groups.push({ conversationId: item.conversationId, items: [item] });
  }
  return groups;
}
