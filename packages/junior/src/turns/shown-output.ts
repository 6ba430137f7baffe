import { z } from "zod";

const longest = 2_000;

const commandOutput = z.object({ exitCode: z.number(), stdout: z.string(), stderr: z.string().optional() });
const pageOutput = z.object({ text: z.string() });

/** The exit code of a command that ended with another one than 0; null for everything else. */
export function failedExitCode(tool: string, output: unknown): number | null {
  const ended = tool === "runCommand" ? commandOutput.safeParse(output).data : undefined;
  return ended === undefined || ended.exitCode === 0 ? null : ended.exitCode;
}

/**
 * The beginning of what a step gave, for those who read the Conversation: what a command printed, and the text of a file
 * or a page. What other tools give is made for the model alone, and may hold what is not for every reader.
 */
export function shownOutput(tool: string, output: unknown): string | null {
  const text = (textOf.get(tool)?.(output) ?? "").trimEnd();
  if (text === "") return null;
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`;
}

const textOf = new Map<string, (output: unknown) => string | undefined>([
  ["runCommand", printed],
  ["readFile", (output) => z.string().safeParse(output).data],
  ["fetchPage", (output) => pageOutput.safeParse(output).data?.text],
]);

function printed(output: unknown): string {
  const { stdout = "", stderr = "" } = commandOutput.safeParse(output).data ?? {};
  return [stdout.trimEnd(), stderr].filter((text) => text !== "").join("\n");
}
