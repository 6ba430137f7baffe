import { expect, test } from "vitest";
import { databaseTrouble } from "./database-trouble.ts";

const coded = (code: string) => databaseTrouble(Object.assign(new Error("their words"), { code }));

test.each(["55P03", "57014", "40P01", "40001", "25P03", "53000", "53200", "53300", "53400"])("%s: too much to do", (code) => {
  expect(coded(code)).toBe("busy");
});

test.each(["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EPIPE", "08006", "57P01", "57P03"])("%s: away", (code) => {
  expect(coded(code)).toBe("away");
});

test("a full disk has a name, and a fault of our own is none of the database", () => {
  expect(coded("53100")).toBe("disk-full");
  for (const code of ["42P01", "23505", "22P02", "ERR_INVALID_ARG_TYPE"]) expect(coded(code)).toBeNull();
  expect(databaseTrouble(new TypeError("ours"))).toBeNull();
});
