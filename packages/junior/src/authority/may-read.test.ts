import { expect, test } from "vitest";
import { mayAnswer } from "./may-answer.ts";
import { booleans, mayReadConversation, mayReadItem } from "./may-read.ts";

test.each([
  ["a full member reads what is public", { isPublic: true, readerIsFullMember: true, readerTakesPart: false }, true],
  ["a guest does not, unless taking part", { isPublic: true, readerIsFullMember: false, readerTakesPart: false }, false],
  ["a guest who takes part does", { isPublic: true, readerIsFullMember: false, readerTakesPart: true }, true],
  ["a full member does not read what is private", { isPublic: false, readerIsFullMember: true, readerTakesPart: false }, false],
  ["who takes part reads what is private", { isPublic: false, readerIsFullMember: true, readerTakesPart: true }, true],
])("%s", (_, facts, expected) => {
  expect(mayReadConversation(booleans, facts)).toBe(expected);
});

const nobody = { wasAsked: false, asked: false, readsConversation: false, asOpenAsConversation: true };
test.each([
  ["nobody in particular does not read it", nobody, false],
  ["who was ever asked does", { ...nobody, wasAsked: true }, true],
  ["who asked does", { ...nobody, asked: true }, true],
  ["a reader of the conversation does", { ...nobody, readsConversation: true }, true],
  ["but not what was asked privately there", { ...nobody, readsConversation: true, asOpenAsConversation: false }, false],
  ["who was asked privately does", { ...nobody, wasAsked: true, asOpenAsConversation: false }, true],
])("%s", (_, facts, expected) => {
  expect(mayReadItem(booleans, facts)).toBe(expected);
});

test("only an assignee of now may answer", () => {
  expect(mayAnswer("ana", { assigneeUserIds: ["ana", "ben"] })).toBe(true);
  expect(mayAnswer("eve", { assigneeUserIds: ["ana", "ben"] })).toBe(false);
  expect(mayAnswer("ana", { assigneeUserIds: [] })).toBe(false);
});
