import { expect, test } from "vitest";
import { readCommand } from "./read-command.ts";

test.each([
  ["/help", "help"],
  [" /help", { said: "/help" }],
  ["/QUIT ", "quit"],
  ["/exit", "quit"],
  ["/stop", "stop"],
  ["//stop", { said: "/stop" }],
  ["  /foo bar", { said: "/foo bar" }],
  ["stop", { said: "stop" }],
  ["/ or both", { said: "/ or both" }],
  ["3/4", { said: "3/4" }],
  ["/usr/bin: no such file\nWhy?", { said: "/usr/bin: no such file\nWhy?" }],
])("%j is %j", (line, meant) => {
  expect(readCommand(line)).toEqual(typeof meant === "string" ? { command: meant } : meant);
});

test.each([
  ["/foo", "There is no command /foo. /help lists them."],
  ["/Deploy it now", "There is no command /deploy."],
  ["/stop that", "/stop stands alone on its line."],
  ["/toString", "There is no command /tostring."],
])("%j sends nothing: %s", (line, why) => {
  expect(readCommand(line)).toEqual({ refusal: expect.stringContaining(why) });
});
