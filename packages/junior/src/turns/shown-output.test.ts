import { expect, test } from "vitest";
import { failedExitCode, shownOutput } from "./shown-output.ts";

test("a command gives what it printed, and files and pages their text", () => {
  expect(shownOutput("runCommand", { exitCode: 2, stdout: "one\ntwo\n", stderr: "three\n" })).toBe("one\ntwo\nthree");
  expect(shownOutput("readFile", "Paint it on Monday.\n")).toBe("Paint it on Monday.");
  expect(shownOutput("fetchPage", { url: "https://example.com", title: "A", text: "A page" })).toBe("A page");
});

test.each([
  ["runCommand", { exitCode: 0, stdout: "\n" }],
  ["runCommand", null],
  ["runCommand", "nonsense"],
  ["readThread", "for the model alone"],
  ["constructor", "no tool"],
])("nothing is shown of %s: %j", (tool, output) => {
  expect(shownOutput(tool, output)).toBeNull();
});

test("the beginning alone, and no half of a character", () => {
  const shown = shownOutput("readFile", `${"x".repeat(1_998)}🙂🙂`) ?? "";
  expect(shown).toHaveLength(2_000);
  expect(shown.isWellFormed()).toBe(true);
});

test("only a command has an exit code to fail with", () => {
  expect(failedExitCode("runCommand", { exitCode: 3, stdout: "" })).toBe(3);
  expect(failedExitCode("runCommand", { exitCode: 0, stdout: "" })).toBeNull();
  expect(failedExitCode("other", { exitCode: 3, stdout: "" })).toBeNull();
});
