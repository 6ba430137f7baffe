import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Whoever runs a single file gets the page as its source is now, too. */
export default async function setup(): Promise<void> {
  await promisify(execFile)(process.execPath, [fileURLToPath(new URL("../scripts/set-up.mjs", import.meta.url)), "--test"]);
}
