import { type Command, InvalidArgumentError, Option } from "commander";
import type { CliDeps, CliHouse } from "../cli-deps.ts";
import { commandName } from "../command-name.ts";
import type { AnswerOptions } from "../read-given.ts";
import { openScreen } from "../screen.ts";
import { withHouse } from "../with-house.ts";

export function addDeskAnswer(parent: Command, deps: CliDeps): void {
  const command: Command = parent
    .command("answer")
    .summary("answer one of them")
    .description("Answers what is asked of you. The first answer counts, and it counts once.")
    .argument("<id>", "its id, or the last 8 characters of it")
    .argument("[answer...]", "as typed in chat: an option's name or number, several with commas, your text, or done for a task")
    .addOption(new Option("--response <json>", `the answer as JSON; \`${commandName} desk read\` shows one that fits`).conflicts("text"))
    .option("--text <text>", "an answer in your own words")
    .option("--yes", "take also a choice that asks whether you are sure")
    .addOption(
      new Option("--revision <number>", "the version that you read; left out: the one that stands there now").argParser(readRevision),
    )
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      [
        "",
        "Examples:",
        `  $ ${commandName} desk answer 3f9a1c2e blue`,
        `  $ ${commandName} desk answer 3f9a1c2e 1,3`,
        `  $ ${commandName} desk answer 3f9a1c2e done`,
        `  $ ${commandName} desk answer 3f9a1c2e --text "Neither: take the green"`,
        `  $ ${commandName} desk answer 3f9a1c2e \\`,
        `      --response '{"answers":{"day":"thursday","regions":["europe","asia"]}}'`,
        "",
        "Exit codes: 0 recorded, 1 refused or not found (the reason is on standard",
        "error), 2 bad usage, 3 already closed (how it ended is printed).",
      ].join("\n"),
    );
  command.action(async (id: string, given: string[], options: AnswerOptions) => {
    const plain = given.join(" ").trim();
    const named = options.response !== undefined || options.text !== undefined;
    if (plain === "" && !named) command.error("error: give an answer behind the id, or --response or --text");
    if (plain !== "" && named) command.error("error: an answer behind the id cannot be used with --response or --text");
    const screen = openScreen(deps);
    const loading = import("../answer-item.ts");
    const answer = async (house: CliHouse) => (await loading).answerItem(house, screen, id, plain, options);
    deps.setExitCode(await withHouse(deps, screen, deps.openHouse, answer));
  });
}

function readRevision(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It is a whole number from 1.");
  return Number(text);
}
