const longest = 80;

/** The first line that says something, at most 80 code points. */
export function conversationTitle(text: string): string {
  const line = [...(text.trim().split(/[\r\n]/, 1)[0] ?? "").replace(/\s+/g, " ").trim()];
  return line.length <= longest
    ? line.join("")
    : `${line
        .slice(0, longest - 1)
        .join("")
        .trimEnd()}…`;
}
