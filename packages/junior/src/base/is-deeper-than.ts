/**
 * Whether this JSON nests more than `levels` deep: asked before it is parsed, since whatever walks through the parsed value
 * calls itself once per level. It looks at each character once, also where the text is no JSON.
 */
export function isDeeperThan(levels: number, json: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (inString && character === "\\") at += 1;
    else if (character === '"') inString = !inString;
    else if (!inString && (character === "[" || character === "{")) depth += 1;
    else if (!inString && (character === "]" || character === "}")) depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}
