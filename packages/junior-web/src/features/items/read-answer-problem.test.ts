import { expect, test } from "vitest";
import type { Item, Problem } from "../../contract.ts";
import { ApiProblem, NoConnection } from "../../shared/api/request-json.ts";
import { words } from "../../shared/words.ts";
import { readAnswerProblem } from "./read-answer-problem.ts";

const read = (problem: Partial<Problem> & { status: number }, typed = true) =>
  readAnswerProblem(new ApiProblem({ type: "about:blank", title: "Refused", ...problem }), typed);

test("a closed question tells how it ended and is fetched again", () => {
  const problem = read({ status: 409, outcome: "@ben chose 'Blue' at 14:02 on the web." });
  expect(problem.text).toBe("Already answered: @ben chose 'Blue' at 14:02 on the web. Nothing was changed.");
  expect(problem.outdated).toBe(true);
  expect(read({ status: 409, outcome: "Blue", detail: "Already answered." }).text).toBe("Already answered.");
});

test("a changed question brings the current one", () => {
  const item = { id: "1", revision: 2 } as Item;
  expect(read({ status: 409, item })).toMatchObject({ text: words.changed, current: item });
});

test("each fault goes to its question, the rest below the form", () => {
  const errors = [
    { path: "answers.scope", message: "Not offered." },
    { path: "response.answers.regions[1]", message: "Twice." },
    { path: "answers.regions.2", message: "Unknown." },
    { path: "", message: "Too long." },
  ];
  expect(read({ status: 422, errors })).toMatchObject({
    text: "Too long.",
    fields: { scope: "Not offered.", regions: "Twice. Unknown." },
    outdated: false,
  });
  expect(read({ status: 422, errors: errors.slice(0, 1) }).text).toBeNull();
  expect(read({ status: 422, detail: "No." }).text).toBe("No.");
});

test("a stranger reads who may answer", () => {
  expect(read({ status: 403, assignees: ["ana", "ben"] }).text).toMatch(/^Only @ana or @ben can answer this\./);
});

test("gone, unreachable and broken are told apart", () => {
  expect(read({ status: 404 }).text).toBe(words.gone);
  expect(read({ status: 503 }).text).toBe(words.notSaved);
  expect(readAnswerProblem(new NoConnection(new Error("refused")), true).text).toBe(words.noReply);
  expect(read({ status: 500 }).text).toBe(words.broken);
  expect(read({ status: 413, detail: "Too much." }, false).text).toBe("Too much. Nothing was recorded.");
});

test("text that was never typed is not said to be kept", () => {
  expect(read({ status: 503, detail: words.notSaved }, false).text).toMatch(/in a minute\.$/);
  expect(readAnswerProblem(new NoConnection(new Error("refused")), false).text).toMatch(/in a minute\.$/);
});

test("only an answer whose end is unknown can be sent again as it is", () => {
  for (const status of [500, 502, 503]) expect(read({ status })).toMatchObject({ again: true, unknown: true });
  for (const status of [400, 403, 404, 409, 422]) expect(read({ status })).toMatchObject({ again: false, unknown: false });
});
