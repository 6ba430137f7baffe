import { StringDecoder } from "node:string_decoder";
import { Transform } from "node:stream";
import { plainText } from "./plain-text.ts";

/** What a terminal is told so that it marks what is pasted, and so that it no longer does. */
export const marksPastes = { on: "\u001b[?2004h", off: "\u001b[?2004l" };

const begin = "\u001b[200~";
const end = "\u001b[201~";

/**
 * Takes what is pasted out of what a terminal sends, so that its line breaks end no line and its control characters do
 * nothing. The two marks stay: at each end mark, the first of `pastes` is what stood before it. Lines of a paste are
 * parted by "\n".
 */
export function openPasteFilter(): Transform & { pastes: string[] } {
  const decoder = new StringDecoder("utf8");
  const pastes: string[] = [];
  let pasted: string | null = null;
  let rest = "";
  /** So much of the rest has been passed on: a key may send what a mark begins with, and must not wait for more. */
  let passed = 0;
  const filter = (text: string): string => {
    let typed = "";
    rest += text;
    for (;;) {
      const mark = pasted === null ? begin : end;
      const at = rest.indexOf(mark);
      const upTo = at >= 0 ? at : rest.length - beginningOf(mark, rest);
      if (pasted === null) typed += rest.slice(0, upTo);
      else pasted += rest.slice(0, upTo);
      rest = rest.slice(at >= 0 ? upTo + mark.length : upTo);
      if (at < 0) {
        const next = (pasted === null ? typed + rest : typed).slice(passed);
        passed = pasted === null ? rest.length : 0;
        return next;
      }
      typed += mark;
      if (pasted !== null) pastes.push(plainText(pasted));
      pasted = pasted === null ? "" : null;
    }
  };
  const transform = new Transform({
    transform(part: Buffer, _, done) {
      const typed = filter(decoder.write(part));
      done(null, typed === "" ? undefined : typed);
    },
  });
  return Object.assign(transform, { pastes });
}

/** How many of the last characters may be the beginning of the mark. */
function beginningOf(mark: string, text: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length -= 1)
    if (mark.startsWith(text.slice(-length))) return length;
  return 0;
}
