import type { Command } from "commander";
import { presentItems } from "../../desk/present-items.ts";
import type { CliDeps, CliHouse } from "../cli-deps.ts";
import { exitCodes } from "../exit-codes.ts";
import { findItem } from "../find-item.ts";
import { answerHints, itemPage } from "../item-text.ts";
import { openScreen, type Screen } from "../screen.ts";
import { withHouse } from "../with-house.ts";

export function addDeskRead(parent: Command, deps: CliDeps): void {
  parent
    .command("read")
    .summary("one of them in full, with how to answer it")
    .description("Shows what is asked in full: everything to choose from, how to answer, and how it ended.")
    .argument("<id>", "its id, or the last 8 characters of it")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  $ junior desk read 3f9a1c2e")
    .action(async (id: string, { json }: { json?: true }) => {
      const screen = openScreen(deps);
      deps.setExitCode(await withHouse(deps, screen, "desk", (house) => read(house, screen, id, json ?? false)));
    });
}

async function read(house: CliHouse, screen: Screen, id: string, json: boolean): Promise<number> {
  const item = await findItem(house, id);
  if ("refusal" in item) {
    screen.tell(item.refusal);
    return exitCodes.refused;
  }
  const now = new Date();
  const [presented] = await presentItems(house.database, house.person, [item.found], now);
  if (!presented) throw new Error("one item makes one");
  if (json) screen.printJson(presented);
  else {
    screen.print(itemPage(presented, house.person.userId, { ...screen, now }));
    if (house.publicUrl !== null) screen.print(`\n${new URL(`/questions/${presented.id}`, house.publicUrl).href}`);
    if (presented.abilities.answer) screen.print(`\n${answerHints(presented)}`);
  }
  return exitCodes.done;
}
