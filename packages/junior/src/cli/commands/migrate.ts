import type { Command } from "commander";
import type { CliDeps } from "../cli-deps.ts";
import { commandName } from "../command-name.ts";
import { exitCodes } from "../exit-codes.ts";
import { openScreen } from "../screen.ts";

export function addMigrate(parent: Command, deps: CliDeps): void {
  parent
    .command("migrate")
    .summary("bring the database to this version")
    .description("Brings the database to this version of Junior. Starting does the same; this is for doing it before.")
    .addHelpText("after", `\nExample:\n  $ DATABASE_URL=postgres://… ${commandName} migrate`)
    .action(async () => {
      const screen = openScreen(deps);
      const applied = await deps
        .migrate(screen.progress)
        .catch((error: unknown) => {
          if (deps.interrupted.aborted) return null;
          throw error;
        })
        .finally(() => screen.progress(""));
      if (!applied || deps.interrupted.aborted) return deps.setExitCode(exitCodes.interrupted);
      screen.print(applied.length === 0 ? "The database is up to date." : `Applied:\n${applied.map((name) => `  ${name}`).join("\n")}`);
    });
}
