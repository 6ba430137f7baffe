import { blockAfter, type OpenBlock } from "./markdown-block.ts";
import { findSpans, type Span } from "./find-spans.ts";

/** The text with its code and the rest of it changed apart. */
export function changeAround(markdown: string, change: { prose: (text: string) => string; code: (text: string) => string }): string {
  let changed = "";
  let at = 0;
  for (const { from, to } of findCode(markdown)) {
    changed += change.prose(markdown.slice(at, from)) + change.code(markdown.slice(from, to));
    at = to;
  }
  return changed + change.prose(markdown.slice(at));
}

/** Where a Markdown text is code: fenced blocks with their fences, and code spans. In order. */
function findCode(markdown: string): Span[] {
  const code: Span[] = [];
  let open: OpenBlock = null;
  let proseFrom = 0;
  const endProse = (at: number) => {
    for (const span of findSpans(markdown, proseFrom, at)) if (markdown[span.from] === "`") code.push(span);
  };
  for (let at = 0; at < markdown.length;) {
    const newline = markdown.indexOf("\n", at);
    const next = newline === -1 ? markdown.length : newline + 1;
    const then = blockAfter(markdown.slice(at, next).replace(/\r?\n$/, ""), open);
    if (!open && then) endProse(at);
    if (open || then) {
      code.push({ from: at, to: next });
      proseFrom = next;
    }
    open = then;
    at = next;
  }
  endProse(markdown.length);
  return code;
}
