import { expect, test } from "vitest";
import { isStayOut } from "./stay-out.ts";

test.each([
  ["stay out", true],
  [" Stay out of this! ", true],
  ["Junior, please stay out of this.", true],
  ["please keep out of it", true],
  ["stay out, <@U123ABC>", true],
  ["be quiet for now", true],
  ["stop answering here, please", true],
  ["stop", false],
  ["stay out of the kitchen", false],
  ["tell ben to stay out", false],
  ["should we stay out of this market?", false],
  ["be quiet about the price when you write to them", false],
  ["", false],
])("%j", (text, expected) => expect(isStayOut(text)).toBe(expected));

test.each(["!", ",", " "])("a long message of %j is seen through at once", (character) => {
  const start = performance.now();
  expect(isStayOut(`a${character.repeat(200_000)}a`)).toBe(false);
  // What is quadratic takes half a minute.
  expect(performance.now() - start).toBeLessThan(2_000);
});
