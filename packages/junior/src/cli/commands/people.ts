import type { Command } from "commander";
import type { CliDeps, CliDesk } from "../cli-deps.ts";
import { commandName } from "../command-name.ts";
import { openScreen, type Screen } from "../screen.ts";
import { withHouse } from "../with-house.ts";

export function addPeople(program: Command, deps: CliDeps): void {
  const people = program.command("people").summary("who Junior knows").description("Everybody whom Junior knows, and who is an admin.");
  const run = async (act: (desk: CliDesk, screen: Screen) => Promise<number>) => {
    const screen = openScreen(deps);
    deps.setExitCode(await withHouse(deps, screen, deps.openDesk, (desk) => act(desk, screen)));
  };
  people
    .command("list")
    .summary("everybody, with their accounts")
    .description("Lists everybody by name, each with their accounts.")
    .option("--json", "print JSON: {people}")
    .addHelpText("after", `\nExample:\n  $ ${commandName} people list`)
    .action(({ json }: { json?: true }) =>
      run(async (desk, screen) => (await import("../list-everybody.ts")).listEverybody(desk, screen, json ?? false)),
    );
  people
    .command("admin")
    .summary("make somebody an admin")
    .description("Makes somebody an admin, or takes it from them. It is granted nowhere else.")
    .argument("<who>", "a name, an account's name, an id, or the last 8 characters of one")
    .option("--off", "take it from them")
    .addHelpText(
      "after",
      `\nExamples:\n  $ ${commandName} people admin ana\n  $ ${commandName} people admin ana --off\n\nExit codes: 0 done, 1 nobody is called so, or several are.`,
    )
    .action((who: string, { off }: { off?: true }) =>
      run(async (desk, screen) => (await import("../grant-admin.ts")).grantAdmin(desk, screen, who, !off)),
    );
}
