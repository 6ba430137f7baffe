import type { SourceFile } from "../source-file.ts";
import type { Violation } from "../violation.ts";

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const emptyWords = ["util", "utils", "helper", "helpers", "common", "manager", "managers", "service", "services", "types"];
/** A published contract may gather what it publishes. */
const published = ["packages/junior-plugin-api/src/index.ts"];

export function checkFileNames(file: SourceFile): Violation[] {
  const names = file.path.split("/");
  const last = names.at(-1) ?? "";
  const stem = last.replace(/(\.(test|eval|config|d))?\.\w+$/, "");
  const words = [...names.slice(0, -1), stem];
  const violation = (rule: string, subject: string, advice: string): Violation => ({ file: file.path, line: 1, rule, subject, advice });
  return words.flatMap((name) => {
    if (!kebabCase.test(name)) return [violation("file-name", name, `write ${name} in kebab-case`)];
    const empty = emptyWords.find((word) => name === word || name.endsWith(`-${word}`));
    if (empty) return [violation("file-name", name, `"${empty}" says nothing: name it after what it does or holds`)];
    if (name === "index" && /\.[mc]?[jt]sx?$/.test(last) && !published.includes(file.path)) {
      return [violation("file-name", name, "no barrels: let others import the files themselves")];
    }
    return [];
  });
}
