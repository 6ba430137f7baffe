import type { Command } from "commander";
import type { CliDeps } from "../cli-deps.ts";
import { commandName } from "../command-name.ts";

export function addStart(parent: Command, deps: CliDeps): void {
  parent
    .command("start")
    .summary("start Junior here")
    .description("Starts Junior: the web desk, the work, and Slack where it is set up. Ctrl-C stops it.")
    .addHelpText("after", `\nExample:\n  $ PORT=4000 ${commandName} start`)
    .action(() => deps.start());
}
