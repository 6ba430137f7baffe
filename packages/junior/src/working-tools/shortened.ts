/** Characters of a tool's text that are kept; what is over 30,000 the model reads in pages. */
const most = 1_000_000;

/** The text, or its beginning with a last line that says what is missing. */
export function shortened(text: string): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}\n[${text.length - most} more characters are left out here]`;
}
