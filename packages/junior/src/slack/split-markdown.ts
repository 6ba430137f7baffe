import { beginsTable, blockAfter, type OpenBlock, tableAfter } from "./markdown-block.ts";
import { findSpans, type Span } from "./find-spans.ts";
import { liftFences } from "./lift-fences.ts";

/** A place between two pieces: where the first ends, and the block that is open there. */
type Cut = { at: number; open: OpenBlock };
/** What was seen of the text up to the end of the window. */
type Walk = { cuts: (Cut & { afterBlank: boolean })[]; spans: Span[]; last: Cut; open: OpenBlock };

const longestMarker = 40;
/** Room for closing a fence at the end of a piece. */
const closing = longestMarker + 1;
/** How far beyond the window a link is followed. */
const beyond = 1_100;

/**
 * Markdown in pieces of at most `limit` (200 or more) code points. It is parted at blank lines where that goes, else at
 * lines, else at spaces outside links, code spans, entities and emphasis. A fenced block that must be parted is closed
 * at the end of a piece and opened again, with its language, in the next; of a table, its head is said again. More than
 * 40 backticks or tildes in a row become 40.
 *
 * The time grows with the length alone: a piece is looked at once, and takes at least an eighth of what was looked at.
 */
export function splitMarkdown(markdown: string, limit: number): string[] {
  const whole = markdown
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/`{41,}|~{41,}/g, (run) => run.slice(0, longestMarker));
  const text = whole.length > limit - closing ? liftFences(whole) : whole;
  const pieces: string[] = [];
  let open: OpenBlock = null;
  for (let from = 0; from < text.length;) {
    const opener: string = open && open.opener !== "" && open.opener.length < limit / 3 ? `${open.opener}\n` : "";
    const end = after(text, from, limit - closing - [...opener].length);
    const cut: Cut = findCut(text, from, end, open);
    const said = text.slice(from, cut.at);
    const piece = cut.open?.kind === "fence" ? closed(`${opener}${said}`, cut.open.marker) : `${opener}${said}`.trimEnd();
    if (said.trim() !== "" || open?.kind === "fence" || cut.open?.kind === "fence") pieces.push(piece);
    open = cut.open;
    from = cut.at;
    while (open?.kind !== "fence" && text[from] === "\n") from += 1;
  }
  return pieces;
}

const closed = (piece: string, marker: string) => `${piece.endsWith("\n") ? piece : `${piece}\n`}${marker}`;

/** The offset that lies so many code points further, or the end. */
function after(text: string, from: number, points: number): number {
  let at = from;
  for (let left = points; left > 0 && at < text.length; left -= 1) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

/** The best place in the window: outside every block before inside one, in its later half before earlier. */
function findCut(text: string, from: number, end: number, openBefore: OpenBlock): Cut {
  const walk = walkLines(text, from, end, openBefore);
  if (end === text.length) return { at: end, open: walk.open };
  const half = from + Math.floor((end - from) / 2);
  const eighth = from + Math.floor((end - from) / 8);
  const last = (least: number, fits: (cut: Walk["cuts"][number]) => boolean) =>
    walk.cuts.findLast((cut) => cut.at > least && fits(cut) && !isWithin(walk.spans, cut.at));
  const outside = (least: number) => last(least, ({ open, afterBlank }) => !open && afterBlank) ?? last(least, ({ open }) => !open);
  return (
    outside(half) ??
    (walk.open ? outside(eighth) : undefined) ??
    last(half, () => true) ??
    findSpace(text, Math.max(half, walk.last.at), end, walk) ??
    outside(eighth) ??
    last(eighth, () => true) ??
    tear(text, from, end, walk)
  );
}

function walkLines(text: string, from: number, end: number, openBefore: OpenBlock): Walk {
  const walk: Walk = { cuts: [], spans: [], last: { at: from, open: openBefore }, open: openBefore };
  let proseFrom = from;
  let mayCut = false;
  let afterBlank = false;
  const endProse = (at: number) => {
    if (at > proseFrom) walk.spans.push(...findSpans(text, proseFrom, at));
  };
  for (let at = from; at < end;) {
    const lineEnd = nextLine(text, at);
    const line = text.slice(at, lineEnd).replace(/\n$/, "");
    const { open } = walk;
    // What does not end within the window is no head: its table would only be looked at again for the next piece.
    const isHead = !open && lineEnd < end && beginsTable(line, text.slice(lineEnd, nextLine(text, lineEnd)).replace(/\n$/, ""));
    const next = isHead ? nextLine(text, lineEnd) : lineEnd;
    const then = isHead ? tableAfter(text.slice(at, next).trimEnd()) : blockAfter(line, open);
    walk.last = { at, open };
    // Nothing is parted right after a block's first line or right before a fence's last.
    if (mayCut && (then || open?.kind !== "fence")) walk.cuts.push({ at, open: open?.kind === "table" ? then && open : open, afterBlank });
    if (open?.kind !== "fence" && then?.kind === "fence") endProse(at);
    if (then?.kind === "fence") proseFrom = Math.max(proseFrom, next);
    else if (open?.kind === "fence") proseFrom = next;
    mayCut = Boolean(open) || !then;
    afterBlank = line.trim() === "";
    walk.open = next > end ? blockAfter(text.slice(at, end), open) : then;
    at = next;
  }
  if (walk.open?.kind !== "fence") endProse(Math.min(end + beyond, text.length));
  return walk;
}

function nextLine(text: string, at: number): number {
  const newline = text.indexOf("\n", at);
  return newline === -1 ? text.length : newline + 1;
}

const isWithin = (spans: Span[], at: number) => spans.some((span) => span.from < at && at < span.to);

/** What would become a block of its own, or join with the blank before it, at the start of a piece. */
const badStart = /^(?:```|~~~|#{1,6}\s|[-+*>]|\d{1,9}[.)]|\||[\p{M}\p{Emoji_Modifier}\u200c\u200d])/u;

/** After the last space outside every span. */
function findSpace(text: string, from: number, end: number, walk: Walk): Cut | null {
  for (let at = end; at > from + 1; at -= 1) {
    if (text[at - 1] !== " " || badStart.test(text.slice(at, at + 12)) || isWithin(walk.spans, at)) continue;
    return { at, open: blockAfter(text.slice(walk.last.at, at), walk.last.open) };
  }
  return null;
}

/** Where nothing better is: before the span that the window ends in, else between two characters as people see them. */
function tear(text: string, from: number, end: number, walk: Walk): Cut {
  const span = walk.spans.find((one) => one.from < end && end < one.to);
  const at = span && span.from > from + (end - from) / 8 ? span.from : lastGraphemeBorder(text, from, end);
  return { at, open: at < walk.last.at ? null : blockAfter(text.slice(walk.last.at, at), walk.last.open) };
}

function lastGraphemeBorder(text: string, from: number, end: number): number {
  const isAscii = (at: number) => /[ -~]/.test(text[at] ?? "");
  let start = end - 1;
  // Between two letters of ASCII there is always a border; anywhere else one may be inside a flag or a family.
  while (start > from && !(isAscii(start - 1) && isAscii(start))) start -= 1;
  const last = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text.slice(start, end))].at(-1);
  const at = last ? start + last.index : end;
  return at > from ? at : end;
}
