import { randomInt } from "node:crypto";

/** Without letters and digits that look alike. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 8;

/** 39 random bits, good for 10 minutes, as people read and type them: `ABCD-2345`. */
export function newLinkCode(): string {
  const letters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `${letters.slice(0, length / 2)}-${letters.slice(length / 2)}`;
}

const said = new RegExp(`^\\s*link[\\s:]+((?:[${alphabet}][\\s-]*){${length}})[.!]?\\s*$`, "i");

/** The code of a text that says `link ABCD-2345` and nothing else; mentions of Junior have been taken off. */
export function readLinkCode(text: string): string | null {
  return said.exec(text)?.[1] ?? null;
}

/** However it was typed, the same code. */
export const plainLinkCode = (typed: string): string => typed.toUpperCase().replaceAll(/[\s-]/g, "");
