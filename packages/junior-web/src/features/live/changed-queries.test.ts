import { expect, test } from "vitest";
import { conversationItemsKey, conversationKey, itemKey, meKey, messagesKey, needsYouKey, statusKey } from "../../shared/api/query-keys.ts";
import { changedQueries } from "./changed-queries.ts";

/** A query is old when a changed key is the beginning of its own. */
const isOld = (change: Parameters<typeof changedQueries>[0], key: readonly unknown[]) =>
  changedQueries(change).some((old) => old.every((part, index) => key[index] === part));

test("an answered question makes the desk, the count and its conversation old, and nothing else", () => {
  const change = { kind: "item", id: "i1", conversationId: "c1" } as const;
  for (const key of [itemKey("i1"), needsYouKey, conversationItemsKey("c1"), meKey, conversationKey("c1"), messagesKey("c1")])
    expect(isOld(change, key)).toBe(true);
  for (const key of [itemKey("i2"), messagesKey("c2"), conversationKey("c2"), statusKey]) expect(isOld(change, key)).toBe(false);
});

test("whoever has become somebody else sees everything anew", () => {
  const change = { kind: "person", id: "u1", conversationId: null } as const;
  for (const key of [meKey, needsYouKey, messagesKey("c1"), statusKey]) expect(isOld(change, key)).toBe(true);
});

test("a conversation leaves the desk alone", () => {
  const change = { kind: "conversation", id: "c1", conversationId: "c1" } as const;
  expect(isOld(change, messagesKey("c1"))).toBe(true);
  expect(isOld(change, needsYouKey)).toBe(false);
  expect(isOld(change, itemKey("i1"))).toBe(false);
});
