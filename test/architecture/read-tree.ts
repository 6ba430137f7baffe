import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

const places = "{packages/*/{src,bin},migrations,scripts,test,evals,bench}";

/** Our own source files: their paths from `root`, and their texts. */
export function readTree(root: string): Record<string, string> {
  const paths = globSync(`${places}/**/*.{ts,tsx,mts,js,jsx,mjs,css}`, { cwd: root, exclude: ["**/node_modules/**", "**/dist/**"] });
  return Object.fromEntries(paths.sort().map((path) => [path.split(sep).join("/"), readFileSync(join(root, path), "utf8")]));
}
