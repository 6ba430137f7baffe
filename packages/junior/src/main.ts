import { readEnv, loadEnvFile } from "./base/env.ts";
import { StartError } from "./base/errors.ts";
import { openLog } from "./base/log.ts";
import { runCommand } from "./app/run-command.ts";

// Whoever read the output may go, as in `junior desk list | head`; the work goes on.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
loadEnvFile();
const read = readEnv();
if ("faults" in read) {
  for (const fault of read.faults) process.stderr.write(`${fault}\n`);
  process.exit(2);
}
try {
  await runCommand(read.env, openLog(read.env.JUNIOR_LOG_LEVEL), process.argv);
} catch (error) {
  if (!isForPeople(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof StartError ? error.exitCode : 1;
}

/** Its message is one clear line; anything else is a fault and keeps its stack. */
function isForPeople(error: unknown): error is Error {
  return error instanceof StartError || (error instanceof Error && error.name === "EmbeddedPostgresError");
}
