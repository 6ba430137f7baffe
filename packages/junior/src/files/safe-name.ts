const longest = 200;
const longestEnding = 20;
/** UTF-16 code units that are looked at; bringing a crowd of accents into order takes the square of their number. */
const longestGiven = 2_000;

/** Steers how the text around it is read, so that "gpj.exe" could stand as "exe.jpg". */
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A name that a person gave, as one that may be shown, saved and sent in a header: the last part of a path, in one
 * line, at most 200 code points with its ending kept, never empty and never only dots.
 */
export function safeName(given: string): string {
  const whole = given.split(/[/\\]/).at(-1) ?? "";
  const last = (whole.length <= longestGiven ? whole : whole.slice(0, longestGiven) + whole.slice(-longestEnding)).toWellFormed();
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
