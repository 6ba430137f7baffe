import { expect, test } from "vitest";
import type { Item } from "../../contract.ts";
import { askedText, headText } from "./asked-text.ts";

const ana = { userId: "1", name: "ana", because: "you started this" };
const ben = { userId: "2", name: "ben", because: "the automation names you" };
const decision: Item["request"] = { kind: "decision", questions: [] };

test("reasons are told from the reader's side", () => {
  expect(askedText([ana, ben], "1")).toBe("you, because you started this; @ben, because the automation names them");
  expect(askedText([ana, ben], "2")).toBe("@ana, because they started this; you, because the automation names you");
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
