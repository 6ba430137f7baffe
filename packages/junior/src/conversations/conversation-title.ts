const longest = 80;

/** The first line that says something, without Markdown's marks, at most 80 code points. */
export function conversationTitle(text: string): string {
  const lines = text.trim().split(/[\r\n]+/, 20);
  const said = lines.map(withoutMarks).find((line) => line !== "") ?? (lines[0] ?? "").trim();
  const line = [...said];
  return line.length <= longest
    ? said
    : `${line
        .slice(0, longest - 1)
        .join("")
        .trimEnd()}…`;
}

/** Nothing is left of a fence or a ruler. */
function withoutMarks(line: string): string {
  return line
    .slice(0, 1_000)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(?:```|~~~).*$/, "")
    .replace(/^([-*_])(?: ?\1){2,}$/, "")
    .replace(/^(?:(?:#{1,6}|>|[-*+])(?: |$))+/, "")
    .replace(/!?\[([^[\]]+)\]\([^() ]*\)/g, "$1")
    .replace(/`([^`]+)`/g, "$1")
    .replace(/(?<![\p{L}\p{N}*_~])(\*\*|~~|[*_])(?=\S)([^*_~]*[^\s*_~])\1(?![\p{L}\p{N}*_~])/gu, "$2")
    .trim();
}
