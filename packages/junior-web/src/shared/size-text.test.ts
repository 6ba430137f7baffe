import { expect, test } from "vitest";
import { sizeText } from "./size-text.ts";

test.each([
  [0, "0 B"],
  [1_023, "1023 B"],
  [1_024, "1 kB"],
  [1_240, "1.2 kB"],
  [10_200, "10 kB"],
  [1_048_300, "1 MB"],
  [20_971_520, "20 MB"],
])("%d bytes", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
