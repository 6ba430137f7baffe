// After a run of marks none may follow: else each shorter run would be tried with all the rest of the line.
const nestedFence = /^([ \t>]+)(`{3,}(?!`)|~{3,}(?!~))([^\n]*)$/;
const plainFence = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))(.*)$/;

/**
 * Fenced blocks inside lists and quotations, brought out to the margin. A piece that begins in the middle of one has no
 * list around it, and an indented fence would not count as one there.
 */
export function liftFences(markdown: string): string {
  let margin = 0;
  let marker: string | null = null;
  const lines = markdown.split("\n").map((line) => {
    if (marker !== null) {
      const lifted = without(line, margin);
      if (lifted.trimEnd().startsWith(marker) && lifted.trim().replaceAll(marker[0] ?? "", "") === "") marker = null;
      return lifted;
    }
    const [, before = "", found, info = ""] = nestedFence.exec(line) ?? [];
    const plain = plainFence.exec(line);
    const opened = found ?? plain?.[1];
    if (!opened || (opened.startsWith("`") && (found ? info : (plain?.[2] ?? "")).includes("`"))) return line;
    margin = found && !/^ {0,3}$/.test(before) ? before.length : 0;
    marker = opened;
    return margin === 0 ? line : line.slice(margin);
  });
  return lines.join("\n");
}

/** The line without as many leading blanks and quotation marks. */
function without(line: string, margin: number): string {
  let at = 0;
  while (at < margin && /[ \t>]/.test(line[at] ?? "")) at += 1;
  return line.slice(at);
}
