type Fence = { marker: string; opener: string };

/** A place between two pieces: where the first ends, and the fence that is open there. */
type Cut = { at: number; open: Fence | null };

const fenceLine = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const longestMarker = 40;
const longestOpener = 60;
/** Room for closing a fence at the end of a piece. */
const closing = longestMarker + 1;

/**
 * Markdown in pieces of at most `limit` (200 or more) code points. It is parted at blank lines where that goes, else at
 * lines, else at spaces; a fenced block that must be parted is closed at the end of a piece and opened again, with its
 * language, in the next. More than 40 backticks or tildes in a row become 40.
 *
 * The time grows with the length alone: a piece is looked at once, and takes at least half of what was looked at.
 */
export function splitMarkdown(markdown: string, limit: number): string[] {
  const text = markdown.replace(/`{41,}|~{41,}/g, (run) => run.slice(0, longestMarker));
  const pieces: string[] = [];
  let open: Fence | null = null;
  for (let from = 0; from < text.length;) {
    const opener: string = open ? `${open.opener}\n` : "";
    const end = after(text, from, limit - closing - opener.length);
    const cut = findCut(text, from, end, open);
    const said = text.slice(from, cut.at);
    const piece = cut.open ? closed(`${opener}${said}`, cut.open) : `${opener}${said}`.trimEnd();
    if (said.trim() !== "" || open || cut.open) pieces.push(piece);
    open = cut.open;
    from = cut.at;
    while (!open && text[from] === "\n") from += 1;
  }
  return pieces;
}

const closed = (piece: string, fence: Fence) => `${piece.endsWith("\n") ? piece : `${piece}\n`}${fence.marker}`;

/** The offset that lies so many code points further, or the end. */
function after(text: string, from: number, points: number): number {
  let at = from;
  for (let left = points; left > 0 && at < text.length; left -= 1) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

/** The best place in the later half of the window: before a blank line outside a fence, at a line, at a space. */
function findCut(text: string, from: number, end: number, openBefore: Fence | null): Cut {
  const half = from + Math.floor((end - from) / 2);
  let open = openBefore;
  let blank: Cut | null = null;
  let line: Cut | null = null;
  let last: Cut = { at: from, open };
  let mayCut = false;
  for (let at = from; at < end;) {
    const newline = text.indexOf("\n", at);
    const next = newline === -1 || newline >= end ? end : newline + 1;
    const words = text.slice(at, next).replace(/\n$/, "");
    const then = fenceAfter(words, open);
    last = { at, open };
    // Nothing is parted right after a fence's first line or right before its last.
    if (mayCut && at > half && (then || !open)) {
      line = last;
      if (words.trim() === "" && !open) blank = last;
    }
    mayCut = Boolean(open) || !then;
    open = then;
    at = next;
  }
  if (end === text.length) return { at: end, open };
  const border = blank ?? line;
  if (border) return border;
  const at = findSpace(text, Math.max(half, last.at), end) ?? lastGraphemeBorder(text, from, end);
  return { at, open: fenceAfter(text.slice(last.at, at), last.open) };
}

/** What is open after a line, seen by itself as Slack will see it. */
function fenceAfter(line: string, open: Fence | null): Fence | null {
  const [, marker, info = ""] = fenceLine.exec(line) ?? [];
  if (!marker) return open;
  if (open) return marker[0] === open.marker[0] && marker.length >= open.marker.length && info.trim() === "" ? null : open;
  if (marker.startsWith("`") && info.includes("`")) return null;
  return { marker, opener: line.length <= longestOpener ? line : marker };
}

/** After the last space whose next word would not begin a fence once it stands at the start of a piece. */
function findSpace(text: string, from: number, end: number): number | null {
  for (let at = end - 1; at > from; at -= 1) {
    if (text[at] === " " && !text.startsWith("```", at + 1) && !text.startsWith("~~~", at + 1)) return at + 1;
  }
  return null;
}

function lastGraphemeBorder(text: string, from: number, end: number): number {
  const start = Math.max(from, end - 64);
  const last = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text.slice(start, end))].at(-1);
  return last && last.index > 0 ? start + last.index : end;
}
