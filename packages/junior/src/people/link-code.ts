import { randomInt } from "node:crypto";

/** Without letters and digits that look alike. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 8;

/** 39 random bits, good for 10 minutes, as people read and type them: `ABCD-2345`. A digit is always in it, as in no word. */
export function newLinkCode(): string {
  const letters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
  return hasDigit(letters) ? `${letters.slice(0, length / 2)}-${letters.slice(length / 2)}` : newLinkCode();
}

const hasDigit = (text: string) => /\d/.test(text);

const half = `[${alphabet}]{${length / 2}}`;
const said = new RegExp(`^link[\\s:]+(${half}(\\s*-\\s*|\\s*)${half})[.!]?$`, "i");
/** Characters of a text that may be no more than a code. */
const longest = 100;

/**
 * What has the form of a code in a text that says `link ABCD-2345` and nothing else, perhaps without the dash; mentions
 * of Junior have been taken off. Words are no code: "link the pages", "link some more".
 */
export function readLinkCode(text: string): string | null {
  const given = text.trim();
  const [, code, between] = (given.length <= longest && said.exec(given)) || [];
  return code !== undefined && (hasDigit(code) || between?.trim() === "-") ? code : null;
}

/** However it was typed, the same code. */
export const plainLinkCode = (typed: string): string => typed.toUpperCase().replaceAll(/[\s-]/g, "");
