import { type Command, Option } from "commander";
import { words } from "../../base/words.ts";
import { countWaitOnOthers, listItems } from "../../desk/item-reader-store.ts";
import { presentItems } from "../../desk/present-items.ts";
import type { CliDeps, CliHouse } from "../cli-deps.ts";
import { exitCodes } from "../exit-codes.ts";
import { findConversation } from "../find-conversation.ts";
import { itemRows } from "../item-text.ts";
import { openScreen, type Screen } from "../screen.ts";
import { withHouse } from "../with-house.ts";

type Options = { mine?: true; open?: true; closed?: true; all?: true; owed?: true; conversation?: string; json?: true };

const pageSize = 100;

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
    .addHelpText("after", "\nExample:\n  $ junior desk list --mine")
    .action(async (options: Options) => {
      const screen = openScreen(deps);
      deps.setExitCode(await withHouse(deps, screen, "desk", (house) => list(house, screen, options)));
    });
}

async function list(house: CliHouse, screen: Screen, options: Options): Promise<number> {
  const { database, person } = house;
  const conversation = options.conversation === undefined ? null : await findConversation(house, options.conversation);
  if (conversation && "refusal" in conversation) {
    screen.tell(conversation.refusal);
    return exitCodes.refused;
  }
  const state = options.all || options.owed ? undefined : options.closed ? "closed" : "open";
  const filter = { state, mine: options.mine, owed: options.owed, conversationId: conversation?.found.id } as const;
  const page = await listItems(database, person, filter, { cursor: null, limit: pageSize });
  if (page === "bad-cursor") throw new Error("the first page has no cursor");
  const now = new Date();
  const items = await presentItems(database, person, page.items, now);
  if (options.json) screen.printJson({ items, nextCursor: page.nextCursor });
  else if (items.length === 0) screen.print(await emptyText(house, options));
  else screen.print(itemRows(items, { ...screen, now }));
  if (page.nextCursor !== null) screen.tell(`There are more than ${pageSize}. Narrow it with --mine, --closed, --owed or --conversation.`);
  return exitCodes.done;
}

async function emptyText({ database, person }: CliHouse, options: Options): Promise<string> {
  if (options.owed) return words.nothingOwed;
  if (options.closed || options.all || options.conversation !== undefined) return "Nothing here.";
  return options.mine ? words.nothingNeedsYou(await countWaitOnOthers(database, person.userId)) : "Nothing is open.";
}
