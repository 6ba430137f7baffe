/** A block of Markdown that is open after a line and goes on in the next: `opener` begins it again in another piece. */
export type OpenBlock = { kind: "fence"; marker: string; opener: string } | { kind: "table"; opener: string } | null;

// After a run of marks none may follow: else each shorter run would be tried with all the rest of the line.
const fenceLine = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))(.*)$/;
const delimiterLine = /^ {0,3}(?=[^\n]*\|)(?=[^\n]*-)[|\-: ]+$/;
const otherBlock = /^ {0,3}(#{1,6}\s|>|[-*+]\s|\d{1,9}[.)]\s)/;
const longestFenceOpener = 60;
const longestTableOpener = 1_500;

/** Whether the two lines begin a table. */
export function beginsTable(line: string, next: string): boolean {
  return line.includes("|") && !delimiterLine.test(line) && delimiterLine.test(next) && cellsOf(line) === cellsOf(next);
}

const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, "")
    .split(/(?<!\\)\|/).length;

/** What is open after a table's first two lines. A head that is too long to be repeated is not. */
export function tableAfter(head: string): OpenBlock {
  return { kind: "table", opener: head.length <= longestTableOpener ? head : "" };
}

/** What is open after a line, seen by itself as Slack will see it. */
export function blockAfter(line: string, open: OpenBlock): OpenBlock {
  const [, marker, info = ""] = fenceLine.exec(line) ?? [];
  if (open?.kind === "fence") {
    const isEnd = marker !== undefined && marker[0] === open.marker[0] && marker.length >= open.marker.length && info.trim() === "";
    return isEnd ? null : open;
  }
  if (marker && !(marker.startsWith("`") && info.includes("`")))
    return { kind: "fence", marker, opener: line.length <= longestFenceOpener ? line : marker };
  return open && line.includes("|") && !otherBlock.test(line) ? open : null;
}
