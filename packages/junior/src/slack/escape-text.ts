import { defuseNames } from "./defuse-broadcasts.ts";

/** Text as Slack's mrkdwn shows it literally: no mention, broadcast or link can come out of it. */
export function escapeText(text: string): string {
  const plain = defuseNames(text.toWellFormed().replaceAll("\0", ""));
  return plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Escaped, and at most `limit` code points after escaping; a cut shows as "…" and never splits an entity. */
export function escapeWithin(text: string, limit: number): string {
  const whole = escapeText(text);
  if ([...whole].length <= limit) return whole;
  let cut = "";
  let length = 1;
  for (const point of defuseNames(text)) {
    const escaped = escapeText(point);
    length += [...escaped].length;
    if (length > limit) break;
    cut += escaped;
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
