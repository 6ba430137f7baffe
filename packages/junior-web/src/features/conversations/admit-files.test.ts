import { expect, test } from "vitest";
import { admitFiles } from "./admit-files.ts";

const file = (name: string, size = 5) => ({ name, size });

test("ten files go with one message, and the others are named", () => {
  const { admitted, refusals } = admitFiles([file("a"), file("b"), file("c")], 8);
  expect(admitted.map(({ name }) => name)).toEqual(["a", "b"]);
  expect(refusals).toEqual(["10 files at most go with one message. Left out: c."]);
});

test("a file over 20 MB is named and takes no place", () => {
  const { admitted, refusals } = admitFiles([file("film.mp4", 20 * 1024 ** 2 + 1), file("a", 20 * 1024 ** 2)], 9);
  expect(admitted.map(({ name }) => name)).toEqual(["a"]);
  expect(refusals).toEqual(["film.mp4 is larger than 20 MB, which is the most for one file."]);
});
