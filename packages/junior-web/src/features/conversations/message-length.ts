/** As in the contract, whose schemas are not loaded into the page: the test compares the two. */
const longestMessage = 40_000;
/** From here on one is told how much is left. */
const near = longestMessage * 0.9;

export type MessageLength = { tooLong: boolean; text: string | null };

/** Of what stands in a composer, counted as the server counts: code points, without space around. `text`: what to say of it. */
export function messageLength(written: string): MessageLength {
  if (written.length < near) return { tooLong: false, text: null };
  const count = [...written.trim()].length;
  if (count < near) return { tooLong: false, text: null };
  if (count <= longestMessage) return { tooLong: false, text: `${shown(count)} of ${shown(longestMessage)} characters.` };
  const over = count - longestMessage;
  return {
    tooLong: true,
    text: `Too long by ${shown(over)} ${over === 1 ? "character" : "characters"}: a message may hold ${shown(longestMessage)}. Shorten it, or attach it as a file.`,
  };
}

const shown = (count: number): string => count.toLocaleString("en-GB");
