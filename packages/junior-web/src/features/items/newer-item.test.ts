import { expect, test } from "vitest";
import type { Item } from "../../contract.ts";
import { newerItem } from "./newer-item.ts";

const item = (state: Item["state"], second: number) => ({ state, updatedAt: `2026-11-30T14:00:0${second}Z` }) as Item;

test("a slow list reopens nothing and takes nothing back", () => {
  const closed = item("closed", 1);
  expect(newerItem(closed, item("open", 2))).toBe(closed);
  const newer = item("open", 3);
  expect(newerItem(newer, item("open", 2))).toBe(newer);
});

test("the arriving one counts when it is newer, as new, or the first", () => {
  const arriving = item("open", 2);
  expect(newerItem(item("open", 1), arriving)).toBe(arriving);
  expect(newerItem(item("open", 2), arriving)).toBe(arriving);
  expect(newerItem(undefined, arriving)).toBe(arriving);
});
