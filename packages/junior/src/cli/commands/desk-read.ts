import type { Command } from "commander";
import type { CliDeps, CliDesk } from "../cli-deps.ts";
import { commandName } from "../command-name.ts";
import { openScreen } from "../screen.ts";
import { withHouse } from "../with-house.ts";

export function addDeskRead(parent: Command, deps: CliDeps): void {
  parent
    .command("read")
    .summary("one of them in full, with how to answer it")
    .description("Shows what is asked in full: everything to choose from, how to answer, and how it ended.")
    .argument("<id>", "its id, or the last 8 characters of it")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      [
        "",
        "Example:",
        `  $ ${commandName} desk read 3f9a1c2e`,
        "",
        "Exit codes: 0 shown, 1 not found or not for you to see, 2 bad usage.",
      ].join("\n"),
    )
    .action(async (id: string, { json }: { json?: true }) => {
      const screen = openScreen(deps);
      const loading = import("../read-item.ts");
      const read = async (desk: CliDesk) => (await loading).readItem(desk, screen, id, json ?? false);
      deps.setExitCode(await withHouse(deps, screen, deps.openDesk, read));
    });
}
