import type { SourceFile } from "../source-file.ts";
import type { Violation } from "../violation.ts";

const limit = 300;

export function checkFileSize(file: SourceFile): Violation[] {
  const lines = file.text.split("\n").length - (file.text.endsWith("\n") ? 1 : 0);
  if (lines <= limit) return [];
  return [
    {
      file: file.path,
      line: limit + 1,
      rule: "file-size",
      subject: "lines",
      advice: `${lines} lines, over ${limit}: split it by what its parts are for`,
    },
  ];
}
