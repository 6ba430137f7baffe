import { expect, test } from "vitest";
import type { Request } from "../../contract.ts";
import { endText, outcomeLine } from "./end-text.ts";

const text = (id: string, label: string) => ({ id, label, required: true, input: { kind: "text" as const } });
const request: Request = { kind: "decision", questions: [text("name", "Name"), text("why", "Why that?")] };

test("the answer in one line; a label that asks keeps its mark", () => {
  const answer = { response: { answers: { name: "Otter", why: "It floats" } } };
  expect(endText({ request, answer, closedHow: "answered" })).toBe("✔ Name: Otter · Why that? It floats");
  expect(endText({ request, answer: { text: "None" }, closedHow: "answered" })).toBe("✔ None");
});

test("an end without an answer says which", () => {
  expect(endText({ request, answer: null, closedHow: "cancelled" })).toBe("Withdrawn");
  expect(endText({ request, answer: null, closedHow: null })).toBe("Closed");
});

test("where a weak outcome comes from is not told", () => {
  expect(outcomeLine({ outcome: "from the reply: Otter it is.", outcomeWeak: true })).toBe("→ Otter it is.");
  expect(outcomeLine({ outcome: "from the reply: of the mayor", outcomeWeak: false })).toBe("→ from the reply: of the mayor");
  expect(outcomeLine({ outcome: null, outcomeWeak: false })).toBeNull();
});
