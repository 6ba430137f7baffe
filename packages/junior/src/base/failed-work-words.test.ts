import { expect, test } from "vitest";
import { words } from "./words.ts";

test("what was done is told in people's words", () => {
  const done = [words.stepDone("runCommand", 1), words.stepDone("fetchPage", 3), words.stepDone("launchRocket", 1)];
  expect(words.stopped(done)).toBe("Stopped. Done so far, and it stays: ran a command, read a page (3 times), used launchRocket.");
});

test.each([
  ["refused-key", "anthropic/a", "ANTHROPIC_API_KEY in .env"],
  ["refused-key", "openai/a", "OPENAI_API_KEY in .env"],
  ["unknown-model", "openai-compatible/a", "JUNIOR_MODEL (or OPENAI_BASE_URL) in .env"],
])("%s of %s names the setting, and not that it should be tried again", (code, model, setting) => {
  const text = words.failedWork("the cause", "abc123", [], words.mendModel(code, model));
  expect(text).toContain(`Whoever runs Junior mends it: ${setting}; npx junior doctor says what is wrong.`);
  expect(text).not.toContain("try again");
});

test("what may pass by itself can be tried again", () => {
  expect(words.failedWork("the cause", "abc123", [], words.mendModel("unavailable", "openai/a"))).toMatch(/Say 'try again' to go on\.$/);
});
