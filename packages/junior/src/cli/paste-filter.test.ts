import { expect, test } from "vitest";
import { openPasteFilter } from "./paste-filter.ts";

const begin = "\u001b[200~";
const end = "\u001b[201~";

function pass(parts: string[]): { passed: string; pastes: string[] } {
  const filter = openPasteFilter();
  let passed = "";
  filter.setEncoding("utf8").on("data", (text: string) => (passed += text));
  for (const part of parts) filter.write(part);
  return { passed, pastes: filter.pastes };
}

test("what is typed passes; what is pasted is kept aside with its lines", () => {
  expect(pass([`ab${begin}one\r\ntwo\rthree\n${end}cd\r`])).toEqual({ passed: `ab${begin}${end}cd\r`, pastes: ["one\ntwo\nthree\n"] });
});

test("it is the same wherever the parts are cut", () => {
  const text = `a${begin}é\r\n\u001b[31mx${end}b\u001b[A${begin}y${end}`;
  for (let at = 1; at < text.length; at += 1)
    expect(pass([text.slice(0, at), text.slice(at)])).toEqual({
      passed: `a${begin}${end}b\u001b[A${begin}${end}`,
      pastes: ["é\nx", "y"],
    });
  expect(pass([...text])).toMatchObject({ pastes: ["é\nx", "y"] });
});

test("a key that sends what a mark begins with waits for nothing", () => {
  expect(pass(["\u001b"]).passed).toBe("\u001b");
  expect(pass(["\u001b", "[", "A"]).passed).toBe("\u001b[A");
});

test("what a terminal would obey is left out of a paste", () => {
  expect(pass([`${begin}a\u0003b\u001b]0;title\u0007c\u001b${end}`]).pastes).toEqual(["abc"]);
});
