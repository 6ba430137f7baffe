import { expect, test } from "vitest";
import { groupByConversation, keepPlaces } from "./group-items.ts";

const item = (id: string, conversationId: string, minute: number, neededBy: string | null = null) => ({
  id,
  conversationId,
  createdAt: `2026-11-30T14:${minute}:00Z`,
  neededBy,
});
const ids = (items: { id: string }[]) => items.map(({ id }) => id).join(" ");

test("oldest first, needed soonest on top", () => {
  const open = [
    item("new", "a", 30),
    item("old", "b", 10),
    item("later", "b", 11, "2026-12-02T00:00:00Z"),
    item("soon", "a", 40, "2026-12-01T00:00:00Z"),
  ];
  expect(ids(keepPlaces([], open))).toBe("soon later old new");
});

test("what was seen keeps its place, new ones come after it however urgent", () => {
  const seen = [item("answered", "a", 10), item("open", "a", 20)];
  const open = [item("urgent", "b", 50, "2026-11-30T15:00:00Z"), item("open", "a", 20)];
  expect(ids(keepPlaces(seen, open))).toBe("answered open urgent");
  expect(keepPlaces(seen, [seen[1]!])).toBe(seen);
});

test("groups stand in order of their first question", () => {
  const groups = groupByConversation([item("1", "b", 10), item("2", "a", 11), item("3", "b", 12)]);
  expect(groups.map(({ conversationId, items }) => `${conversationId}: ${ids(items)}`)).toEqual(["b: 1 3", "a: 2"]);
});
