import fc from "fast-check";
import { expect, test } from "vitest";
import { isVisible, parseSnapshot } from "./snapshot.ts";

test.each([
  ["10:20:10,14,15", true],
  ["10:10:", true],
  ["10:20:12,12", true],
  ["4294967297:18446744073709551615:", true],
  ["", false],
  ["10:20", false],
  ["10:20:12,", false],
  [" 10:20:", false],
  ["-1:20:", false],
  ["20:10:", false],
  ["10:20:9", false],
  ["10:20:20", false],
  ["10:20:14,13", false],
  ["0:20:", false],
  ["10:4294967296:", false],
  ["10:18446744073709551616:", false],
])("%s is a snapshot: %s", (text, expected) => expect(parseSnapshot(text) !== null).toBe(expected));

test("a text of more than 8 kB is none", () => {
  const text = (running: number) => `10:20:${Array(running).fill("12").join(",")}`;
  expect(parseSnapshot(text(2_000))).not.toBeNull();
  expect(parseSnapshot(text(3_000))).toBeNull();
});

/** Transactions 3, 4, 5 … in the order of their ids, each with whether it has ended. */
const histories = fc.array(fc.boolean(), { maxLength: 40 });

test("visible is exactly what had ended", () => {
  fc.assert(
    fc.property(histories, fc.bigInt(0n, 2n ** 31n), (ended, epoch) => {
      const first = (epoch << 32n) + 3n;
      const ids = ended.map((_, place) => first + BigInt(place));
      const next = first + BigInt(ended.length);
      const running = ids.filter((_, place) => !ended[place]);
      const snapshot = parseSnapshot(`${running[0] ?? next}:${next}:${running.join(",")}`)!;
      expect(ids.map((id) => isVisible(id, snapshot))).toEqual(ended);
      expect(isVisible(first - 1n, snapshot)).toBe(true);
      expect(isVisible(next, snapshot)).toBe(false);
    }),
  );
});
