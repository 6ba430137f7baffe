import { expect, test } from "vitest";
import { groupByConversation, keepPlaces } from "./group-items.ts";

const item = (id: string, conversationId: string, minute: number, neededBy: string | null = null) => ({
  id,
  conversationId,
  createdAt: `2026-11-30T14:${minute}:00Z`,
  neededBy,
});
const ids = (items: { id: string }[]) => items.map(({ id }) => id).join(" ");

test("needed soonest on top, then oldest first, those of one conversation together", () => {
  const open = [
    item("new", "a", 30),
    item("old", "b", 10),
    item("later", "b", 11, "2026-12-02T00:00:00Z"),
    item("soon", "a", 40, "2026-12-01T00:00:00Z"),
  ];
  expect(ids(keepPlaces([], open))).toBe("soon new later old");
});

test("what was seen keeps its place, new ones come after it however urgent", () => {
  const seen = [item("answered", "a", 10), item("open", "a", 20)];
  const open = [item("urgent", "b", 50, "2026-11-30T15:00:00Z"), item("open", "a", 20)];
  expect(ids(keepPlaces(seen, open))).toBe("answered open urgent");
  expect(keepPlaces(seen, [seen[1]!])).toBe(seen);
});

test("a question that comes later moves none that is shown, even of another conversation", () => {
  const shown = keepPlaces([], [item("1", "b", 10), item("2", "a", 11), item("3", "b", 12)]);
  const groups = groupByConversation(keepPlaces(shown, [item("4", "b", 13), item("5", "b", 14)]));
  expect(groups.map(({ conversationId, items }) => `${conversationId}: ${ids(items)}`)).toEqual(["b: 1 3", "a: 2", "b: 4 5"]);
});
