import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import { StartError } from "./base/errors.ts";

// Whoever read the output may go, as in `junior desk list | head`; the work goes on.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
// Compiling is a third of a command's start. In the project, since a shared folder for temporary files is open to others.
enableCompileCache(fileURLToPath(new URL("../../../node_modules/.cache/junior", import.meta.url)));
try {
  const { runCommand } = await import("./app/run-command.ts");
  await runCommand(process.argv);
} catch (error) {
  if (!isForPeople(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof StartError ? error.exitCode : 1;
}

/** Its message is for the person who started it; anything else is a fault and keeps its stack. */
function isForPeople(error: unknown): error is Error {
  return error instanceof StartError || (error instanceof Error && error.name === "EmbeddedPostgresError");
}
