import { storable } from "../base/storable.ts";
import { defuseNames } from "./defuse-broadcasts.ts";

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Text as Slack's mrkdwn shows it literally: no mention, broadcast or link can come out of it. */
export function escapeText(text: string): string {
  return escaped(defuseNames(storable(text)));
}

const escaped = (text: string) => text.replace(/[&<>]/g, (mark) => entities[mark] ?? mark);

/** Escaped, and at most `limit` code points after escaping; a cut shows as "…" and never splits an entity. */
export function escapeWithin(text: string, limit: number): string {
  // More than `limit` code points, where there are so many: what comes after them is not looked at.
  const plain = defuseNames(storable(text).slice(0, 2 * limit + 2));
  const whole = escaped(plain);
  if (whole.length <= limit || [...whole].length <= limit) return whole;
  let cut = "";
  let length = 1;
  for (const point of plain) {
    const shown = entities[point] ?? point;
    length += point === shown ? 1 : shown.length;
    if (length > limit) break;
    cut += shown;
  }
  return `${cut.trimEnd()}…`;
}

/** Plain text of at most `limit` code points, for labels, which Slack shows literally. Never empty. */
export function plainWithin(text: string, limit: number): string {
  const points = [...text.toWellFormed().replaceAll("\0", "")];
  const plain =
    points.length <= limit
      ? points.join("")
      : `${points
          .slice(0, limit - 1)
          .join("")
          .trimEnd()}…`;
  return plain.trim() === "" ? "…" : plain;
}

/** What a person typed, out of Slack's escaped form. */
export function unescapeText(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
