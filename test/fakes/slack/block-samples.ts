import type { JsonObject } from "./json.ts";

/** On both sides of a limit: what Slack takes, what it refuses, and a part of the words it refuses it with. */
export type Boundary = [name: string, taken: JsonObject[], refused: JsonObject[], words: string];

export const plain = (text: string) => ({ type: "plain_text", text });
export const mrkdwn = (text: string) => ({ type: "mrkdwn", text });
export const letters = (length: number) => "a".repeat(length);
export const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
export const option = (index: number, over: JsonObject = {}) => ({
  text: plain(`Option ${index}`),
  value: `${index}`,
  ...over,
});
export const options = (count: number) => many(count, (index) => option(index));
export const section = (over: JsonObject = {}) => ({ type: "section", text: mrkdwn("Words"), ...over });
export const actions = (...elements: JsonObject[]) => ({ type: "actions", elements });
export const button = (over: JsonObject = {}) => ({ type: "button", text: plain("Done"), action_id: "done", ...over });
export const input = (element: JsonObject, over: JsonObject = {}) => ({
  type: "input",
  block_id: "note",
  label: plain("Note"),
  element,
  ...over,
});
export const select = (over: JsonObject = {}) => ({
  type: "static_select",
  action_id: "pick",
  options: options(2),
  ...over,
});
export const confirm = (over: JsonObject = {}) => ({
  title: plain("Sure?"),
  text: mrkdwn("It ships"),
  confirm: plain("Yes"),
  deny: plain("No"),
  ...over,
});
export const image = (over: JsonObject = {}) => ({
  type: "image",
  alt_text: "A chart",
  slack_file: { id: "F1" },
  ...over,
});
export const cells = (columns: number, text = "x") => many(columns, () => ({ type: "raw_text", text }));
export const card = (over: JsonObject = {}) => ({ type: "card", title: mrkdwn("Card"), ...over });
export const task = (over: JsonObject = {}) => ({
  type: "task_card",
  task_id: "1",
  title: "Read",
  status: "complete",
  ...over,
});
