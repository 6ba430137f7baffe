const fenceLine = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/**
 * Markdown in pieces of at most `limit` code points. It is parted at blank lines where that goes, else at lines, else
 * at spaces; a fenced block that must be parted is closed at the end of a piece and opened again, with its language,
 * in the next.
 */
export function splitMarkdown(markdown: string, limit: number): string[] {
  const pieces: string[] = [];
  let rest = [...markdown];
  while (rest.length > limit) {
    const room = limit - longestFence;
    const window = rest.slice(0, room).join("");
    const cut = findCut(window);
    const head = window.slice(0, cut);
    const open = openFence(head);
    const piece = open ? `${head.trimEnd()}\n${open.marker}` : head.trimEnd();
    if (piece !== "") pieces.push(piece);
    const tail = rest
      .slice([...head].length)
      .join("")
      .replace(/^\n+/, "");
    rest = [...(open ? `${open.line}\n${tail}` : tail)];
  }
  const last = rest.join("");
  if (last.trim() !== "") pieces.push(last);
  return pieces;
}

/** Room for closing a fence at the end of a piece. */
const longestFence = 80;

/** UTF-16 offset of the best place: outside a fence before a blank line, then after a line, then after a space. */
function findCut(window: string): number {
  const half = Math.floor(window.length / 2);
  for (let at = window.lastIndexOf("\n\n"); at > half; at = window.lastIndexOf("\n\n", at - 1)) {
    if (!openFence(window.slice(0, at))) return at;
  }
  for (const border of ["\n", " "]) {
    const at = window.lastIndexOf(border);
    if (at > half) return at + 1;
  }
  return lastGraphemeBorder(window);
}

function lastGraphemeBorder(window: string): number {
  const tail = window.slice(-64);
  const graphemes = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(tail)];
  const last = graphemes.at(-1);
  return last && last.index > 0 ? window.length - tail.length + last.index : window.length;
}

/** The fence that is still open at the end of this text: its first line, and what closes it. */
function openFence(text: string): { line: string; marker: string } | null {
  let open: { line: string; marker: string } | null = null;
  for (const line of text.split("\n")) {
    const [, marker, info = ""] = fenceLine.exec(line) ?? [];
    if (!marker) continue;
    if (!open) {
      if (marker.startsWith("~") || !info.includes("`")) open = { line: shortened(line, marker), marker: marker.slice(0, 40) };
    } else if (marker[0] === open.marker[0] && marker.length >= open.marker.length && info.trim() === "") open = null;
  }
  return open;
}

/** A line that must be repeated may not eat the room of a piece. */
const shortened = (line: string, marker: string) => (line.length <= 60 ? line : marker.slice(0, 40));
