import type { Command } from "commander";
import { chatHelp } from "../chat-help.ts";
import type { CliDeps, CliHouse } from "../cli-deps.ts";
import { commandName } from "../command-name.ts";
import type { ChatOptions } from "../run-chat.ts";
import { openScreen } from "../screen.ts";
import { withHouse } from "../with-house.ts";

export function addChat(parent: Command, deps: CliDeps): void {
  const command: Command = parent
    .command("chat")
    .summary("talk with Junior")
    .description("Talks with Junior here. What it asks you is answered where it appears, or anywhere else meanwhile.")
    .option("-m, --message <text>", "say this, wait until the work on it ends, and print what comes back")
    .option("--conversation <id>", "go on with this one: its id, or the last 8 characters of it")
    .option("--json", "print JSON: {conversationId, messages, items}; with -m or a pipe")
    .addHelpText(
      "after",
      [
        "",
        "Examples:",
        `  $ ${commandName} chat`,
        `  $ ${commandName} chat -m "Ask me to choose a colour"`,
        `  $ ${commandName} chat --conversation 3f9a1c2e < lines.txt`,
        "",
        chatHelp,
        "",
        "In a pipe each line is a message, said when the work of the one before ended.",
        "Exit codes of -m and a pipe: 0 done, 1 refused, not found, or the work failed,",
        "2 bad usage or a wrong setting, 4 Junior asks you something, 130 interrupted.",
      ].join("\n"),
    );
  command.action(async (options: ChatOptions) => {
    const terminal = deps.stdin.isTTY && deps.stdout.isTTY;
    if (options.message?.trim() === "") command.error("error: the message is empty");
    if (options.json && options.message === undefined && terminal) command.error("error: --json goes with -m or a pipe");
    const screen = openScreen(deps);
    const loading = import("../run-chat.ts");
    const chat = async (house: CliHouse) => (await loading).runChat(deps, house, screen, options);
    deps.setExitCode(await withHouse(deps, screen, deps.openHouse, chat));
  });
}
