import type { Command } from "commander";
import type { CliDeps, CliDesk } from "../cli-deps.ts";
import { commandName } from "../command-name.ts";
import type { LinkOptions } from "../link-accounts.ts";
import { openScreen } from "../screen.ts";
import { withHouse } from "../with-house.ts";

export function addLink(program: Command, deps: CliDeps): void {
  program
    .command("link")
    .summary("be the same person here and in Slack")
    .description("Prints a code to write to Junior in Slack. Then you are one person in both places, with one desk.")
    .option("--no-wait", "print the code and end; it stays valid for its 10 minutes")
    .option("--json", "print JSON: {code, write, expiresAt}, and then, when it was used, {userId, name, identities}")
    .addHelpText(
      "after",
      [
        "",
        "Example:",
        `  $ ${commandName} link`,
        "",
        "Exit codes: 0 linked (with --no-wait: printed), 1 nobody used the code in its",
        "10 minutes, 130 interrupted: the code stays valid.",
      ].join("\n"),
    )
    .action(async (options: LinkOptions) => {
      const screen = openScreen(deps);
      const loading = import("../link-accounts.ts");
      const link = async (desk: CliDesk) => (await loading).linkAccounts(desk, screen, options, deps.interrupted);
      deps.setExitCode(await withHouse(deps, screen, deps.openDesk, link));
    });
}
