import { expect, test } from "vitest";
import { wakeUpText } from "../packages/junior/src/desk/answer-text.ts";
import { parseRequest } from "../packages/junior/src/desk/request.ts";
import { rehearsalModel } from "../packages/junior/src/model/rehearsal-model.ts";
import { rehearsalScenes } from "../packages/junior/src/model/rehearsal-scenes.ts";
import { promptMessages } from "../packages/junior/src/turns/prompt.ts";
import type { Answer } from "../packages/junior/src/desk/response.ts";
import type { Said } from "../packages/junior/src/turns/turn.ts";

const asks = rehearsalScenes.flatMap(({ play }) => ("asks" in play ? [play.asks] : []));

function requestOf(title: string) {
  const parsed = parseRequest(asks.find((scene) => scene.title === title)!.request);
  if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
  return parsed.request;
}

test.each(asks)("the desk takes “$title” as it is", ({ title, request }) => {
  expect(requestOf(title)).toEqual(request);
});

test.each<[string, Answer, string]>([
  ["Pick a colour", { response: { answers: { colour: "blue" } } }, "Blue it is."],
  ["Pick a colour", { text: "teal" }, "I read: “teal”."],
  ["Name the release", { response: { answers: { name: "Amber" } } }, "Amber it is."],
  ["Water the plant by the window", { response: { confirmed: true } }, "Done it is, thank you."],
  ["Plan the release", { response: { answers: { day: "thursday", regions: ["europe", "asia"] } } }, "Thursday, Europe, Asia it is."],
])("an answer to “%s” is understood as the Turn gives it: %j", async (title, answer, said) => {
  const text = wakeUpText({ title, revision: 1, request: requestOf(title) }, answer);
  const message: Said = {
    sequence: 3,
    author: { kind: "person", name: "ana" },
    source: "web",
    text,
    files: [],
    current: true,
    joinedAfterStep: 0,
    aside: false,
    answersItem: true,
  };
  const { text: reply } = await rehearsalModel.generate({
    system: "",
    messages: promptMessages({ summary: null, ownWords: [], openItems: [], said: [message] }, [], new Map(), true),
    tools: [],
    signal: new AbortController().signal,
  });
  expect(reply).toBe(`${said} (I am only rehearsing: nothing was really done.)`);
});
