import { expect, test } from "vitest";
import { type Model, ModelError, type ModelOutput, type ModelRequest } from "../model/model.ts";
import { askModel } from "./ask-model.ts";

const said = (text: string): ModelOutput => ({
  content: text,
  text,
  toolCalls: [],
  usage: { inputTokens: 1, outputTokens: 1 },
  cutOff: false,
});

/** A model that gives these in turn. */
function modelOf(...answers: (ModelOutput | Error)[]): Model & { asked: number } {
  const model = {
    name: "test/scripted",
    rehearsal: false,
    price: null,
    contextTokens: 100_000,
    suggestions: [],
    asked: 0,
    async generate() {
      const answer = answers[model.asked++];
      if (!answer) throw new Error("asked too often");
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return model;
}

const request = (signal = new AbortController().signal): ModelRequest => ({ system: "", messages: [], tools: [], signal });
const passing = new ModelError("unavailable", { retryable: true });

test("an error that may pass is tried again", async () => {
  const model = modelOf(passing, new ModelError("rate-limited", { retryable: true, retryAfterMs: 5 }), said("here"));
  expect(await askModel(model, request(), false, 1)).toEqual({ output: said("here") });
});

test("three in a row end it, and one that will not pass ends it at once", async () => {
  const model = modelOf(passing, passing, passing);
  expect(await askModel(model, request(), false, 1)).toEqual({ failed: "unavailable" });
  const refused = modelOf(new ModelError("refused-key", { retryable: false }));
  expect(await askModel(refused, request(), false, 1)).toEqual({ failed: "refused-key" });
  expect(refused.asked).toBe(1);
});

test("a wait of minutes is not sat out", async () => {
  const model = modelOf(new ModelError("rate-limited", { retryable: true, retryAfterMs: 600_000 }));
  expect(await askModel(model, request(), false, 1)).toEqual({ failed: "rate-limited" });
});

test("an empty answer is asked for once more; after a call, silence is an answer", async () => {
  for (const silence of ["", " ", "\0\0", "\u200b", "\u2060\n"])
    expect(await askModel(modelOf(said(silence), said("here")), request(), false, 1)).toEqual({ output: said("here") });
  expect(await askModel(modelOf(said(""), said("")), request(), false, 1)).toEqual({ failed: "empty" });
  expect(await askModel(modelOf(said("")), request(), true, 1)).toEqual({ output: said("") });
});

test("a shutdown during the wait ends it at once", async () => {
  const stopping = new AbortController();
  const asking = askModel(modelOf(passing), request(stopping.signal), false, 20_000);
  setTimeout(() => stopping.abort(new Error("stopping")), 5);
  await expect(asking).rejects.toThrow("stopping");
});
