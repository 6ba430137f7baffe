import { stripVTControlCharacters } from "node:util";

// Direction overrides are no control characters to a terminal, but they let a text show as another one.
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Somebody else's text without anything that a terminal would obey; only newlines are left. */
export function plainText(text: string): string {
  return stripVTControlCharacters(text.replace(/\r\n?/g, "\n").replaceAll("\t", "  ")).replace(controls, "");
}

/** The same, in one line. */
export const oneLine = (text: string): string => plainText(text).replace(/\s+/g, " ").trim();

/** JSON in which what a terminal would obey is escaped: the same value to a parser. */
export function plainJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(
    controls,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
