const longest = 80;

/** The first line that says something, of at most 80 code points. */
export function titleOf(text: string): string {
  const line =
    text
      .split("\n")
      .map((one) => one.trim())
      .find((one) => one !== "") ?? "(no words)";
  const points = [...line.toWellFormed()];
  return points.length <= longest
    ? points.join("")
    : `${points
        .slice(0, longest - 1)
        .join("")
        .trimEnd()}…`;
}
