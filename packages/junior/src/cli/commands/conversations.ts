import type { Command } from "commander";
import type { CliDeps, CliDesk, CliHouse } from "../cli-deps.ts";
import { commandName } from "../command-name.ts";
import { openScreen, type Screen } from "../screen.ts";
import { withHouse } from "../with-house.ts";

export function addConversations(program: Command, deps: CliDeps): void {
  const conversations = program
    .command("conversations")
    .summary("what was said")
    .description("Your conversations with Junior, wherever they take place.");
  const run = async (act: (desk: CliDesk, screen: Screen) => Promise<number>) => {
    const screen = openScreen(deps);
    deps.setExitCode(await withHouse(deps, screen, deps.openDesk, (desk) => act(desk, screen)));
  };
  conversations
    .command("list")
    .summary("the latest ones")
    .description("Lists the conversations that you may see, the latest first.")
    .option("--json", "print JSON: {conversations, nextCursor}")
    .addHelpText("after", `\nExample:\n  $ ${commandName} conversations list`)
    .action(({ json }: { json?: true }) =>
      run(async (desk, screen) => (await import("../list-conversations.ts")).listConversations(desk, screen, json ?? false)),
    );
  conversations
    .command("read")
    .summary("what was said in one")
    .description("Prints the last messages of a conversation.")
    .argument("<id>", "its id, or the last 8 characters of it")
    .option("--json", "print JSON")
    .addHelpText("after", `\nExample:\n  $ ${commandName} conversations read 113a0584`)
    .action((id: string, { json }: { json?: true }) =>
      run(async (desk, screen) => (await import("../read-conversation.ts")).readConversation(desk, screen, id, json ?? false)),
    );
  conversations
    .command("stop")
    .summary("end what runs there for you")
    .description("Ends what runs in a conversation for you, on whichever process it runs. What is done stays done.")
    .argument("<id>", "its id, or the last 8 characters of it")
    .addHelpText(
      "after",
      `\nExample:\n  $ ${commandName} conversations stop 113a0584\n\nExit codes: 0 asked to stop, 1 nothing runs there for you, or not found.`,
    )
    .action((id: string) => run(async (desk, screen) => (await import("../stop-conversation.ts")).stopConversation(desk, screen, id)));
  conversations
    .command("purge")
    .summary("delete one for good")
    .description(
      "Deletes a conversation with everything said, asked and attached in it, and what Junior posted privately for it. This cannot be undone.",
    )
    .argument("<id>", "its id, or the last 8 characters of it")
    .option("--yes", "do not ask again")
    .addHelpText(
      "after",
      `\nA private one is deleted by whoever takes part, a public one by an admin.\n\nExample:\n  $ ${commandName} conversations purge 113a0584\n\nExit codes: 0 deleted, 1 refused or not found, 2 --yes is needed where nobody can be asked.`,
    )
    .action(async (id: string, { yes }: { yes?: true }) => {
      const screen = openScreen(deps);
      const purge = async (house: CliHouse) =>
        (await import("../purge-conversation.ts")).purgeConversation(deps, house, screen, id, yes ?? false);
      deps.setExitCode(await withHouse(deps, screen, deps.openHouse, purge));
    });
}
