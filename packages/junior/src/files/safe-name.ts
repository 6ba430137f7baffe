const longest = 200;
const longestEnding = 20;

/** Steers how the text around it is read, so that "gpj.exe" could stand as "exe.jpg". */
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A name that a person gave, as one that may be shown, saved and sent in a header: the last part of a path, in one
 * line, at most 200 code points with its ending kept, never empty and never only dots.
 */
export function safeName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const name = last
    .replace(bidiControls, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .normalize("NFC")
    .trim();
  return /^[. ]*$/.test(name) ? "file" : shortened(name);
}

function shortened(name: string): string {
  const points = [...name];
  if (points.length <= longest) return name;
  const ending = [...(/\.[^. ]+$/.exec(name)?.[0] ?? "")];
  const kept = ending.length <= longestEnding ? ending : [];
  return [...points.slice(0, longest - kept.length), ...kept].join("");
}
