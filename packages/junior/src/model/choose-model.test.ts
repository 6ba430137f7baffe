import { describe, expect, test } from "vitest";
import { readEnv } from "../base/env.ts";
import { StartError } from "../base/errors.ts";
import { chooseModel, defaultModels } from "./choose-model.ts";

function choose(given: Record<string, string>) {
  const read = readEnv(given);
  if ("faults" in read) throw new Error(read.faults.join(" "));
  return chooseModel(read.env);
}

const faultOf = (given: Record<string, string>): string => {
  try {
    return JSON.stringify(choose(given));
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
};

describe("which model is used", () => {
  test("no key at all: the rehearsal model", () => {
    expect(choose({})).toEqual({ rehearsal: true });
    expect(choose({ OPENAI_BASE_URL: "http://127.0.0.1:1/v1" })).toEqual({ rehearsal: true });
  });

  test("a lone key picks its provider's default", () => {
    expect(choose({ ANTHROPIC_API_KEY: "a" })).toMatchObject({ provider: "anthropic", model: defaultModels.anthropic });
    expect(choose({ OPENAI_API_KEY: "o" })).toMatchObject({ provider: "openai", model: defaultModels.openai });
  });

  test("JUNIOR_MODEL decides between two keys, and its name may hold slashes", () => {
    const keys = { ANTHROPIC_API_KEY: "a", OPENAI_API_KEY: "o" };
    expect(choose({ ...keys, JUNIOR_MODEL: "openai/some-model" })).toMatchObject({ provider: "openai", apiKey: "o" });
    const given = { JUNIOR_MODEL: "openai-compatible/org/some-model", OPENAI_BASE_URL: "http://127.0.0.1:1/v1" };
    expect(choose(given)).toEqual({
      rehearsal: false,
      provider: "openai-compatible",
      model: "org/some-model",
      apiKey: undefined,
      baseUrl: "http://127.0.0.1:1/v1",
    });
  });

  test("settings that name no reachable model say which variable to set, and never quote a key", () => {
    expect(faultOf({ ANTHROPIC_API_KEY: "hidden-a", OPENAI_API_KEY: "hidden-o" })).toMatch(/both set.*JUNIOR_MODEL/);
    expect(faultOf({ ANTHROPIC_API_KEY: "hidden-a", OPENAI_API_KEY: "hidden-o" })).not.toMatch(/hidden/);
    expect(faultOf({ JUNIOR_MODEL: "anthropic/x", OPENAI_API_KEY: "o" })).toMatch(/needs ANTHROPIC_API_KEY/);
    expect(faultOf({ JUNIOR_MODEL: "openai/x", ANTHROPIC_API_KEY: "a" })).toMatch(/needs OPENAI_API_KEY/);
    expect(faultOf({ JUNIOR_MODEL: "openai-compatible/x" })).toMatch(/needs OPENAI_BASE_URL/);
  });

  test.each([
    [undefined, "https://api.anthropic.com/v1"],
    ["https://proxy.example", "https://proxy.example/v1"],
    ["https://proxy.example/anthropic/", "https://proxy.example/anthropic/v1"],
    ["https://proxy.example/v1", "https://proxy.example/v1"],
  ])("ANTHROPIC_BASE_URL %s means %s", (given, meant) => {
    expect(choose({ ANTHROPIC_API_KEY: "a", ...(given && { ANTHROPIC_BASE_URL: given }) })).toMatchObject({ baseUrl: meant });
  });
});
