import { expect, test } from "vitest";
import type { Item } from "../../contract.ts";
import { askedText, headText } from "./asked-text.ts";

const ana = { userId: "1", name: "ana", because: "you started this" };
const ben = { userId: "2", name: "ben", because: "the automation names you" };
const decision: Item["request"] = { kind: "decision", questions: [] };

test("reasons are told from the reader's side", () => {
  const item = { askedBy: { name: "cai" }, assignees: [ana, ben] };
  expect(askedText(item, "1")).toBe("For cai · you, because you started this; @ben, because the automation names them");
  expect(askedText(item, "2")).toBe("For cai · @ana, because they started this; you, because the automation names you");
});

test("who asked is not told to who asked", () => {
  const askedBy = { name: "ana" };
  expect(askedText({ askedBy, assignees: [ana] }, "1")).toBe("Because you started this");
  expect(askedText({ askedBy, assignees: [ana] }, "2")).toBe("For ana · @ana, because they started this");
  expect(askedText({ askedBy, assignees: [ana, ben] }, "1")).toBe("You, because you started this; @ben, because the automation names them");
  expect(askedText({ askedBy, assignees: [] }, "1")).toBe("For ana");
});

test("the head calls whoever is asked", () => {
  const asked = { kind: "action", state: "open", request: decision, assignees: [ana, ben] } as const;
  expect(headText({ ...asked, assignees: [ana, ben] }, "1")).toBe("your call:");
  expect(headText({ ...asked, assignees: [ana, ben] }, "3")).toBe("@ana or @ben, your call:");
  expect(headText({ ...asked, request: { kind: "task" }, assignees: [ben] }, "1")).toBe("@ben, please do this:");
});

test("a question that has ended calls nobody", () => {
  expect(headText({ kind: "action", state: "closed", request: decision, assignees: [ana] }, "1")).toBeNull();
});
