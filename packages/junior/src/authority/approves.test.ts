import { expect, test } from "vitest";
import { type SaidBy, approves } from "./approves.ts";

const own: SaidBy = { authorKind: "person", authorIdentityId: "ana-slack", source: "slack", byToken: false, edited: false };
const ana = { identityIds: ["ana-slack", "ana-web", "ana-second-workspace"] };

test.each<[string, SaidBy, typeof ana | null, boolean]>([
  ["her own word in Slack", own, ana, true],
  ["her own word on the web, for a Slack thread", { ...own, authorIdentityId: "ana-web", source: "web" }, ana, true],
  ["her own word in a second workspace", { ...own, authorIdentityId: "ana-second-workspace" }, ana, true],
  ["her own word on the command line", { ...own, source: "cli" }, ana, true],
  ["somebody else", { ...own, authorIdentityId: "ben-slack" }, ana, false],
  ["a token of hers", { ...own, source: "cli", byToken: true }, ana, false],
  ["her own word, changed later", { ...own, edited: true }, ana, false],
  ["the API", { ...own, source: "api" }, ana, false],
  ["an automation's instruction", { ...own, source: "automation" }, ana, false],
  ["an event in her name", { ...own, source: "event" }, ana, false],
  ["Junior's own text", { ...own, authorKind: "junior", authorIdentityId: null }, ana, false],
  ["Junior's own text with her Identity on it", { ...own, authorKind: "junior" }, ana, false],
  ["a child's text", { ...own, authorKind: "child", authorIdentityId: null, source: "child" }, ana, false],
  ["an unknown author", { ...own, authorIdentityId: null }, ana, false],
  ["no principal", own, null, false],
  ["a principal without an Identity", own, { identityIds: [] }, false],
])("%s", (_, message, principal, expected) => {
  expect(approves(message, principal)).toBe(expected);
});
