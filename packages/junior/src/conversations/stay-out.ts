const address = /^(?:@?junior|<@[UW][A-Z0-9]+>)[\s,:]+|[\s,]+(?:@?junior|<@[UW][A-Z0-9]+>)$/gi;
const phrases =
  /^(?:please )?(?:stay out(?: of (?:this|it|here))?|keep out(?: of (?:this|it))?|stop (?:listening|answering|replying)(?: here)?|be quiet|mute)(?: (?:for now|here))?(?:,? please)?$/i;

/** Characters; no such request is half as long, and the patterns above are slow on what is long. */
const longest = 200;

/** Whether a message asks Junior for nothing but to stay out of the thread: "stay out", "Junior, please stay out of this." */
export function isStayOut(text: string): boolean {
  const given = text.trim();
  if (given.length > longest) return false;
  const words = given
    .replace(/[.!]+$/, "")
    .replace(address, "")
    .replace(/\s+/g, " ")
    .trim();
  return phrases.test(words);
}
