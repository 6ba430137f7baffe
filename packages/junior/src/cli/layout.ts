const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u;

/** Columns that a plain text takes on a terminal. */
export function columns(text: string): number {
  let count = 0;
  for (const { segment } of graphemes.segment(text)) count += wide.test(segment) ? 2 : 1;
  return count;
}

/** Fills up with spaces. */
export const padded = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - columns(text)));

/** At most `width` columns; what is cut ends in "…". */
export function cut(text: string, width: number): string {
  if (columns(text) <= width) return text;
  let kept = "";
  let count = 0;
  for (const { segment } of graphemes.segment(text)) {
    count += columns(segment);
    if (count > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** One line of text as lines of at most `width` columns, broken between words; a longer word is broken inside. */
export const wrapped = (text: string, width: number): string[] =>
  filled(
    text.split(" ").flatMap((word) => pieces(word, width)),
    width,
  );

/** Wrapped, with every line after the first indented as far as `lead` is wide. */
export function hanging(lead: string, text: string, width: number): string {
  const indent = " ".repeat(columns(lead));
  return wrapped(text, Math.max(20, width - indent.length))
    .map((line, index) => (index === 0 ? lead : indent) + line)
    .join("\n");
}

/**
 * A text of many lines as a terminal shows it: each broken between words and hanging under its list mark. Code between
 * fences stays as it is. A link is never broken: where it would be, it begins a line of its own.
 */
export function prose(text: string, width: number): string {
  let fenced = false;
  return text
    .split("\n")
    .map((line) => {
      if (fence.test(line)) fenced = !fenced;
      return fenced || fence.test(line) ? line : proseLine(line, width);
    })
    .join("\n");
}

const fence = /^\s*(```|~~~)/;
const listMark = /^\s*(?:(?:[-*+>]|\d{1,3}[.)])\s+)?/;
const link = /^\S*https?:\/\/\S/;

function proseLine(line: string, width: number): string {
  const mark = line.match(listMark)?.[0] ?? "";
  const lead = columns(mark) <= width / 2 ? mark : "";
  const room = width - columns(lead);
  const words = line.slice(lead.length).split(" ");
  const lines = filled(
    words.flatMap((word) => (link.test(word) ? [word] : pieces(word, room))),
    room,
  );
  return lines
    .map((part, index) => {
      const indent = index === 0 ? lead : " ".repeat(columns(lead));
      if (columns(part) <= room) return indent + part;
      return index === 0 && lead.trim() !== "" ? `${lead.trimEnd()}\n${part}` : part;
    })
    .join("\n");
}

function filled(words: string[], width: number): string[] {
  const lines: string[] = [];
  let line: string | null = null;
  for (const word of words) {
    const longer: string = line === null ? word : `${line} ${word}`;
    if (line === null || columns(longer) <= width) {
      line = longer;
    } else {
      lines.push(line);
      line = word;
    }
  }
  return line === null ? lines : [...lines, line];
}

function pieces(word: string, width: number): string[] {
  if (columns(word) <= width) return [word];
  const all: string[] = [];
  let piece = "";
  for (const { segment } of graphemes.segment(word)) {
    if (columns(piece + segment) > width) {
      all.push(piece);
      piece = "";
    }
    piece += segment;
  }
  return [...all, piece];
}
