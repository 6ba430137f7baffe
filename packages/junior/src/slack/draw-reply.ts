import { defuseBroadcasts } from "./defuse-broadcasts.ts";
import type { Drawn } from "./draw-delivery.ts";
import { escapeWithin } from "./escape-text.ts";
import { plainMentions } from "./plain-mentions.ts";
import { splitMarkdown } from "./split-markdown.ts";

/** Under Slack's 12,000 for all markdown of a message, and under its undocumented total. */
const pieceLength = 11_500;

/**
 * A reply's own Markdown, which Slack draws itself; in several posts where it is longer than one may be. It pings nobody
 * but, once and on the first post, `whom`: the person it is for.
 */
export function drawReply(markdown: string, nameOf: (id: string) => string | undefined, whom: string | null): Drawn[] {
  const stored = markdown.toWellFormed().replaceAll("\0", "");
  const safe = defuseBroadcasts(plainMentions(stored, nameOf, whom));
  return splitMarkdown(safe, pieceLength).map((piece, index) => {
    const plain = plainMentions(piece, nameOf, null);
    return {
      blocks: [{ type: "markdown", text: index === 0 ? piece : plain }],
      text: escapeWithin(plain, 3_000),
      plainText: escapeWithin(plain, 30_000),
    };
  });
}
