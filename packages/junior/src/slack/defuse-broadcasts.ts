import { changeAround } from "./change-around.ts";

/** Invisible, and no token of Slack's has it inside. */
const joint = "\u2060";

const bracket = /<|[＜﹤]|&lt;|&#0*60;|&#x0*3c;/giu;
const at = /@|[＠﹫]|&commat;|&#0*64;|&#x0*40;/giu;
/** A crowd's token, once what is invisible, wide or escaped is plain. */
const crowdToken = /^!(?:channel|here|everyone|group|subteam)/;
const crowdName = /^(?:channel|here|everyone)(?![\p{L}\p{N}_])/u;

/**
 * Markdown of the model or a tool that can ping no crowd: an invisible joint parts `<!channel>`, `<!subteam^…>` and their
 * like, in code too, where Slack may also find them, and outside code a bare @channel, @here or @everyone. Addresses of
 * pages and of mail stay as they are; so does everything else.
 */
export function defuseBroadcasts(markdown: string): string {
  return changeAround(markdown, { prose: (text) => defuseNames(defuseTokens(text)), code: defuseTokens });
}

function defuseTokens(text: string): string {
  return text.replace(bracket, (found, offset: number) =>
    crowdToken.test(plainAfter(text, offset + found.length)) ? `${found}${joint}` : found,
  );
}

/** Only the bare names, for text whose brackets are escaped anyway. */
export function defuseNames(text: string): string {
  return text.replace(at, (found, offset: number) => {
    return !isInAddress(text, offset) && crowdName.test(plainAfter(text, offset + found.length)) ? `${found}${joint}` : found;
  });
}

/** Right after a letter, as in an address of mail, or in the same word as a "://". */
function isInAddress(text: string, at: number): boolean {
  if (/[\p{L}\p{N}_]$/u.test(text.slice(Math.max(0, at - 2), at))) return true;
  const before = text.slice(Math.max(0, at - 300), at);
  const scheme = before.lastIndexOf("://");
  return scheme !== -1 && !/\s/.test(before.slice(scheme));
}

/** The next letters as somebody might read them who drops what is invisible and takes wide for narrow. */
function plainAfter(text: string, from: number): string {
  return text
    .slice(from, from + 60)
    .replace(/&(?:excl|#0*33|#x0*21);/gi, "!")
    .replace(/[\p{Cf}\ufe00-\ufe0f\u034f\u115f\u1160\u3164\\]/gu, "")
    .normalize("NFKC")
    .toLowerCase();
}
