import { expect, test } from "vitest";
import { nextAttempt, readUnsentMessage } from "./unsent-message.ts";

test("a retry of the same text keeps its key", () => {
  const first = nextAttempt({ text: "hello ", attempt: null }, "key-1");
  expect(first).toEqual({ key: "key-1", text: "hello" });
  expect(nextAttempt({ text: "hello", attempt: first }, "key-2")).toEqual(first);
});

test("changed text is another message", () => {
  const attempt = { key: "key-1", text: "hello" };
  expect(nextAttempt({ text: "hello there", attempt }, "key-2")).toEqual({ key: "key-2", text: "hello there" });
});

test("what was stored by nobody is an empty message", () => {
  expect(readUnsentMessage(undefined)).toEqual({ text: "", attempt: null });
  expect(readUnsentMessage({ text: "kept" })).toEqual({ text: "kept", attempt: null });
});
