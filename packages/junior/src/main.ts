import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import { StartError } from "./base/errors.ts";

/** Whoever read the output has gone, as in `junior desk list | head`, or with the terminal: the work goes on. */
const readerGone = ["EPIPE", "EIO"];
process.stderr.on("error", () => undefined);
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // What was to be told got lost, such as on a full disk, and whoever waits for it must not take it for complete.
  if (!readerGone.includes(error.code ?? "")) process.once("exit", () => (process.exitCode ||= 1));
});
process.on("uncaughtException", (error) => {
  void tell(error).finally(() => process.exit(1));
});
// Compiling is a third of a command's start. In the project, since a shared folder for temporary files is open to others.
enableCompileCache(fileURLToPath(new URL("../../../node_modules/.cache/junior", import.meta.url)));
try {
  const { runCommand } = await import("./app/run-command.ts");
  await runCommand(process.argv);
} catch (error) {
  await tell(error);
  process.exitCode = error instanceof StartError ? error.exitCode : 1;
}

async function tell(error: unknown): Promise<void> {
  process.stderr.write(`${isForPeople(error) ? error.message : await unexpected(error)}\n`);
}

/** Its message is for the person who started it; anything else is a fault. */
function isForPeople(error: unknown): error is Error {
  return error instanceof StartError || (error instanceof Error && error.name === "EmbeddedPostgresError");
}

/** One line; the text of a fault may hold anything, so it is shown only to those who ask for it. */
async function unexpected(error: unknown): Promise<string> {
  const [{ wantsStacks }, { faultCode }] = await Promise.all([import("./base/env.ts"), import("./base/log.ts")]);
  if (wantsStacks()) return error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `Junior stopped at a fault of its own (${faultCode(error)}). What was stored is safe. Start it again; with JUNIOR_LOG_LEVEL=debug it shows where it happened.`;
}
