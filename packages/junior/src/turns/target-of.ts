import type { Tool } from "junior-plugin-api";

/** What a call touches, in a few words that people read; "" where the input does not fit or the tool is not known. */
export type TargetOf = (tool: string, input: unknown) => string;

const longest = 80;

export function targetOf(tools: ReadonlyMap<string, Tool>): TargetOf {
  return (name, input) => {
    const tool = tools.get(name);
    const parsed = tool?.input.safeParse(input);
    if (!tool || !parsed?.success) return "";
    const line = [...tool.target(parsed.data).replace(/\s+/g, " ").trim()];
    return line.length <= longest ? line.join("") : `${line.slice(0, longest - 1).join("")}…`;
  };
}
