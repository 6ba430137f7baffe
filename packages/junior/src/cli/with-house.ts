import type { CliDeps } from "./cli-deps.ts";
import { exitCodes } from "./exit-codes.ts";
import type { Screen } from "./screen.ts";
import { unlessInterrupted } from "./unless-interrupted.ts";

/**
 * Opens what a command needs, and closes it however the command ends.
 * @returns the exit code
 */
export async function withHouse<House extends { close(): Promise<void> }>(
  { interrupted }: Pick<CliDeps, "interrupted">,
  screen: Screen,
  open: (progress: (text: string) => void) => Promise<House>,
  use: (house: House) => Promise<number>,
): Promise<number> {
  const opened = await unlessInterrupted(interrupted, open(screen.progress), (house) => house.close()).finally(() => screen.progress(""));
  if (opened === "interrupted") return exitCodes.interrupted;
  try {
    return await use(opened);
  } finally {
    await opened.close();
  }
}
