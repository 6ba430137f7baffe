import { expect, test } from "vitest";
import { messageBody } from "../../contract.ts";
import { messageLength } from "./message-length.ts";

const isAccepted = (text: string) => messageBody.safeParse({ text, key: "12345678" }).success;

test.each([
  ["x".repeat(35_999), false, null],
  ["x".repeat(36_000), false, "36,000 of 40,000 characters."],
  [`${"x".repeat(40_000)}   `, false, "40,000 of 40,000 characters."],
  ["x".repeat(40_001), true, "Too long by 1 character: a message may hold 40,000. Shorten it, or attach it as a file."],
  ["🙂".repeat(40_000), false, "40,000 of 40,000 characters."],
  ["🙂".repeat(42_345), true, "Too long by 2,345 characters: a message may hold 40,000. Shorten it, or attach it as a file."],
])("the composer and the server count alike (%#)", (written, tooLong, text) => {
  expect(messageLength(written)).toEqual({ tooLong, text });
  expect(isAccepted(written)).toBe(!tooLong);
});
