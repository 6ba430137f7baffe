import { expect, test } from "vitest";
import { emptyMessage, nextAttempt, readUnsentMessage } from "./unsent-message.ts";

const file = { id: "f1", name: "notes.txt", mediaType: "text/plain", size: 5 };

test("a retry of the same message keeps its key", () => {
  const first = nextAttempt({ text: "hello ", attachments: [file], attempt: null }, "key-1");
  expect(first).toEqual({ key: "key-1", text: "hello", attachments: ["f1"] });
  expect(nextAttempt({ text: "hello", attachments: [file], attempt: first }, "key-2")).toEqual(first);
});

test("changed text is another message, and so is another file", () => {
  const attempt = { key: "key-1", text: "hello", attachments: [] };
  expect(nextAttempt({ text: "hello there", attachments: [], attempt }, "key-2").key).toBe("key-2");
  expect(nextAttempt({ text: "hello", attachments: [file], attempt }, "key-2").key).toBe("key-2");
});

test("what was stored by nobody is an empty message", () => {
  expect(readUnsentMessage(undefined)).toEqual(emptyMessage);
  expect(readUnsentMessage({ text: "kept" })).toEqual({ ...emptyMessage, text: "kept" });
});
