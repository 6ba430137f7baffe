import type { CliDeps } from "./cli-deps.ts";
import { exitCodes } from "./exit-codes.ts";
import type { Screen } from "./screen.ts";

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
  const opened = await open(screen.progress)
    .catch((error: unknown) => {
      if (interrupted.aborted) return null;
      throw error;
    })
    .finally(() => screen.progress(""));
  if (!opened) return exitCodes.interrupted;
  try {
    return interrupted.aborted ? exitCodes.interrupted : await use(opened);
  } finally {
    await opened.close();
  }
}
