import type { Command } from "commander";
import type { CliDeps, CliDesk } from "../cli-deps.ts";
import { commandName } from "../command-name.ts";
import type { WebOptions } from "../print-sign-in-link.ts";
import { openScreen } from "../screen.ts";
import { withHouse } from "../with-house.ts";

export function addWeb(program: Command, deps: CliDeps): void {
  program
    .command("web")
    .summary("a private link to the page")
    .description("Prints a link that lets you into the web page: once, within 10 minutes. Give it to nobody.")
    .option("--open", "open it in the browser of this machine too")
    .option("--json", "print JSON: {url, expiresAt}")
    .addHelpText("after", `\nExamples:\n  $ ${commandName} web\n  $ ${commandName} web --open`)
    .action(async (options: WebOptions) => {
      const screen = openScreen(deps);
      const loading = import("../print-sign-in-link.ts");
      const print = async (desk: CliDesk) => (await loading).printSignInLink(desk, screen, options);
      deps.setExitCode(await withHouse(deps, screen, deps.openDesk, print));
    });
}
