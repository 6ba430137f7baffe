import { expect, test } from "vitest";
import { oneLine, plainJson, plainText } from "./plain-text.ts";

test("what a terminal would obey is taken out, newlines stay", () => {
  expect(plainText("a\u001b[31mred\u001b[0m\nb\u0007\u0000c\r\nd\te")).toBe("ared\nbc\nd  e");
  expect(plainText("\u001b]0;owned\u0007title \u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\")).toBe("title link");
  expect(plainText("\u009b31mC1\u009b0m \u0085x")).toBe("C1 x");
  expect(plainText("abc\u202etxt.exe\u2066")).toBe("abctxt.exe");
  expect(plainText("lone \u001b and unfinished \u001b]0;title")).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});

test("one line stays one line", () => {
  expect(oneLine(" Pick\n a \r\n colour\u001b[2J ")).toBe("Pick a colour");
});

test("JSON keeps its value and holds nothing that a terminal would obey", () => {
  const value = { title: "a\u001b[31m\u009b2J\u202e\u007f\n" };
  const text = plainJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
});
