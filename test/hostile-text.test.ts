import { expect, test } from "vitest";
import { storable } from "../packages/junior/src/base/storable.ts";
import { words } from "../packages/junior/src/base/words.ts";
import { conversationTitle } from "../packages/junior/src/conversations/conversation-title.ts";
import { isStayOut } from "../packages/junior/src/conversations/stay-out.ts";
import { mediaType } from "../packages/junior/src/files/media-type.ts";
import { safeName } from "../packages/junior/src/files/safe-name.ts";
import { findScene } from "../packages/junior/src/model/rehearsal-scenes.ts";
import { replyToAnswer } from "../packages/junior/src/model/rehearsal-words.ts";
import { readLinkCode } from "../packages/junior/src/people/link-code.ts";
import { linkText } from "../packages/junior/src/slack/card-text.ts";
import { changeAround } from "../packages/junior/src/slack/change-around.ts";
import { cleanText } from "../packages/junior/src/slack/clean-text.ts";
import { drawReply } from "../packages/junior/src/slack/draw-reply.ts";
import { earlierWords } from "../packages/junior/src/slack/earlier-words.ts";
import { escapeWithin, plainWithin } from "../packages/junior/src/slack/escape-text.ts";
import { liftFences } from "../packages/junior/src/slack/lift-fences.ts";
import { beginsTable, blockAfter, tableAfter } from "../packages/junior/src/slack/markdown-block.ts";
import { plainMentions } from "../packages/junior/src/slack/plain-mentions.ts";
import { splitMarkdown } from "../packages/junior/src/slack/split-markdown.ts";
import { titleOf } from "../packages/junior/src/slack/title-of.ts";
import { isStopWord } from "../packages/junior/src/turns/stop-word.ts";
import { taskText } from "../packages/junior/src/turns/task-text.ts";
import { htmlTitle } from "../packages/junior/src/working-tools/page-text.ts";
import { threadText } from "../packages/junior/src/working-tools/thread-text.ts";

type Reader = (text: string) => unknown;

/**
 * Whatever reads a text that people, models or pages wrote, in the thread of the process that serves everybody. What
 * others are made of comes first.
 */
const readers: Record<string, Reader> = {
  beginsTable: (text) => beginsTable(`|${text}`, `|${text}`),
  blockAfter: (text) => blockAfter(text, tableAfter(text)),
  changeAround: (text) => changeAround(text, { prose: (part) => part, code: (part) => part }),
  cleanText: (text) => cleanText(`<@U0BOT>${text}`, "U0BOT"),
  conversationTitle,
  earlierWords: (text) => earlierWords([{ author: "ana", text, files: [text] }], true),
  escapeWithin: (text) => escapeWithin(text, 100),
  findScene,
  htmlTitle,
  isStayOut: (text) => isStayOut(`a${text}`),
  isStopWord,
  liftFences,
  linkText: (text) => linkText(`https://${text}`),
  mediaType: (text) => mediaType(new Uint8Array(), text, undefined),
  plainMentions: (text) => plainMentions(`<@U0ANA|${text}`, () => text.slice(0, 80), "U0ANA"),
  plainWithin: (text) => plainWithin(text, 100),
  readLinkCode: (text) => readLinkCode(`link ABCD-2345${text}`),
  replyToAnswer: (text) => replyToAnswer(`Answer to "${text}`),
  safeName,
  step: (text) => words.step("fetchPage", text, true),
  storable: (text) => storable({ text }),
  taskText: (text) => taskText({ about: text, instructions: text, outside: [{ from: text, text }] }),
  threadText: (text) => threadText([{ author: text, text, at: new Date(0), files: [text] }], null),
  titleOf,
  splitMarkdown: (text) => splitMarkdown(text, 200),
  // Also defuseBroadcasts, plainMentions, mentionedIn, splitMarkdown, findSpans, escapeText.
  drawReply: (text) => drawReply(text, () => undefined, null),
};

const characters = [..."\"'>< \t\n\r`~*_[](){}|\\&@#:.,-!/0a=\0\u2028\u200d\ud800\u0301é字"];
const mixtures = [
  ["> ", "> `", ">\t", "- ", "- > ", "1. ", "` ", "`` `", "``` ", "```\n", "~~~\n", "~ ", "`\n", "```a\n```\n", "`\n`"],
  ["* ", "*a", "**a ", "_a", "__a ", "[](", "[a]", "[[", "[a](b", "](", "(a", "()", "<a", "<@U", "<@U0ANA|", "<!", "<!channel>"],
  ["&#0", "&lt;", "&a", "@here", "://@", ":// @", "@ ", "|-", "| ", "a|", "\\|", "|-\n", "\n ", "\n\n", "\n>", " \n", "\r\n"],
  ["http://", "https://a ", "a b", "a, ", ", ", ". ", "- -", "A2-", '" (version 1', " → ", "\u0301\u0323", "🇨🇭", "👩\u200d", "stop "],
  ["junior ", "<title", "<title>"],
].flat();

/** Rising slowly at first: what doubles with every character is seen before it would never end. */
const shortLengths = [32, 40, 50, 63, 79, 99, 150, 300];

test("whatever a text repeats, no reader takes longer for a character of a long one than of a short one", () => {
  // The first alone: what another is made of would never end in it.
  let slow: { reader: string; fragment: string } | undefined;
  for (const [reader, read] of Object.entries(readers)) {
    const fragment = [...characters, ...mixtures].find((one) => isSlow(read, one));
    if (fragment === undefined) continue;
    slow = { reader, fragment };
    break;
  }
  expect(slow).toBeUndefined();
});

/**
 * Whether the time grows faster than the text. Twice the text takes twice the time, and four times of what is quadratic;
 * what takes no time to speak of at 20,000 characters is not measured at 40,000.
 */
function isSlow(read: Reader, fragment: string): boolean {
  if (shortLengths.some((length) => took(read, fragment, length, 50) > 50)) return true;
  const once = took(read, fragment, 20_000, 15);
  if (once < 15) return false;
  const twice = took(read, fragment, 40_000, 40);
  return twice > 500 || (twice > 40 && twice > 3 * once);
}

/** Milliseconds of this thread's own work, whatever else the machine does; the least of three where once is more than `enough`. */
function took(read: Reader, fragment: string, length: number, enough: number): number {
  // Neither the end of a line to a "." nor to a "$": what matches up to there has to go back.
  const text = `${fragment.repeat(Math.ceil(length / fragment.length))}\u2028a`;
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least > enough; tries += 1) {
    const before = process.threadCpuUsage();
    read(text);
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
