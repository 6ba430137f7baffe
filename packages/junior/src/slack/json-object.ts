export type JsonObject = Record<string, unknown>;

/** Slack's own payloads stay far below; what nests without end would exhaust the stack of whoever walks through it. */
const deepest = 200;

/** The object that this text is; null for anything else. */
export function parseObject(text: string): JsonObject | null {
  if (isTooDeep(text)) return null;
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

export function asObject(value: unknown): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString && character === "\\") at += 1;
    else if (character === '"') inString = !inString;
    else if (!inString && (character === "[" || character === "{")) depth += 1;
    else if (!inString && (character === "]" || character === "}")) depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}
