/** Part of a text, from an offset up to another. */
export type Span = { from: number; to: number };

const longest = 1_000;

const shapes: Readonly<Record<string, RegExp>> = {
  "[": /\[[^[\]\n]{0,500}\](?:\((?:[^\s()]|\([^\s()]{0,200}\)){0,1000}(?: "[^"\n]{0,200}")?\)|\[[^[\]\n]{0,200}\])/y,
  "<": /<[^<>\n]{1,1000}>/y,
  "&": /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/iy,
  "*": /\*{2}(?=\S)[^*\n]{1,500}\*{2}|\*(?=\S)[^*\n]{1,500}\*/y,
  _: /_{2}(?=\S)[^_\n]{1,500}_{2}|_(?=\S)[^_\n]{1,500}_/y,
  "~": /~{2}(?=\S)[^~\n]{1,500}~{2}/y,
  h: /https?:\/\/[^\s<>]{1,1000}/y,
};

/**
 * What must stay whole within a run of Markdown that holds no fence: code spans, links, tags and autolinks, entities,
 * emphasis. In order, none within another; what is longer than about 1,000 units is not found.
 */
export function findSpans(text: string, from: number, to: number): Span[] {
  const spans: Span[] = [];
  for (let at = from; at < to;) {
    const letter = text[at] ?? "";
    if (letter === "\\") {
      at += 2;
      continue;
    }
    const end = letter === "`" ? codeEnd(text, at) : shapeEnd(text, at, letter);
    if (end > at && !isRunOnly(text, at, end)) spans.push({ from: at, to: end });
    at = Math.max(end, at + 1);
  }
  return spans;
}

const isRunOnly = (text: string, from: number, to: number) => text[from] === "`" && /^`+$/.test(text.slice(from, to));

function shapeEnd(text: string, at: number, letter: string): number {
  const shape = shapes[letter];
  if (!shape) return at;
  shape.lastIndex = at;
  return at + (shape.exec(text)?.[0].length ?? 0);
}

/** After the code span that begins here, or after the backticks where none does. */
function codeEnd(text: string, at: number): number {
  let after = at;
  while (text[after] === "`") after += 1;
  const run = text.slice(at, after);
  // Only as far as a span may go: a look into all the rest for each backtick would grow with the square of the text.
  const near = text.slice(at, at + longest);
  for (let close = near.indexOf(run, run.length); close !== -1;) {
    let end = close;
    while (text[at + end] === "`") end += 1;
    // No code span goes on after a blank line.
    if (end - close === run.length) return near.slice(0, close).includes("\n\n") ? after : at + end;
    close = near.indexOf(run, end);
  }
  return after;
}
