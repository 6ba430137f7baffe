import { type Command, Option } from "commander";
import type { CliDeps, CliDesk } from "../cli-deps.ts";
import { commandName } from "../command-name.ts";
import type { ListOptions } from "../list-desk.ts";
import { openScreen } from "../screen.ts";
import { withHouse } from "../with-house.ts";

export function addDeskList(parent: Command, deps: CliDeps): void {
  parent
    .command("list")
    .summary("what is asked")
    .description("Lists what is asked: the open ones, oldest first, unless told otherwise.")
    .option("--mine", "only what is asked of you")
    .addOption(new Option("--open", "what waits for an answer (the default)").conflicts(["closed", "all", "owed"]))
    .addOption(new Option("--closed", "what has ended, newest first").conflicts("all"))
    .option("--all", "both, newest first")
    .option("--owed", "answered, and not yet acted on")
    .option("--conversation <id>", "only of this conversation")
    .option("--json", "print JSON: {items, nextCursor}")
    .addHelpText("after", `\nExample:\n  $ ${commandName} desk list --mine`)
    .action(async (options: ListOptions) => {
      const screen = openScreen(deps);
      const loading = import("../list-desk.ts");
      const list = async (desk: CliDesk) => (await loading).listDesk(desk, screen, options);
      deps.setExitCode(await withHouse(deps, screen, deps.openDesk, list));
    });
}
