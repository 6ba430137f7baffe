import { type Command, InvalidArgumentError, Option } from "commander";
import { words } from "../../base/words.ts";
import { closeItem } from "../../desk/close-item.ts";
import { presentItems } from "../../desk/present-items.ts";
import type { ReviewItem } from "../../desk/review-item.ts";
import type { CliDeps, CliHouse } from "../cli-deps.ts";
import { exitCodes } from "../exit-codes.ts";
import { findItem } from "../find-item.ts";
import { itemPage } from "../item-text.ts";
import { oneLine } from "../plain-text.ts";
import { refusalText } from "../refusal-text.ts";
import { openScreen, type Screen } from "../screen.ts";
import { withHouse } from "../with-house.ts";

type Options = { response?: { json: unknown }; text?: string; revision?: number; json?: true };
type Given = { response: unknown } | { text: string };

export function addDeskAnswer(parent: Command, deps: CliDeps): void {
  const command: Command = parent
    .command("answer")
    .summary("answer one of them")
    .description("Answers what is asked of you. The first answer counts, and it counts once.")
    .argument("<id>", "its id, or the last 8 characters of it")
    .addOption(new Option("--response <json>", "the choice, as `junior desk read` shows it").argParser(readJson).conflicts("text"))
    .option("--text <text>", "an answer in your own words")
    .addOption(
      new Option("--revision <number>", "the version that you read; left out: the one that stands there now").argParser(readRevision),
    )
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      [
        "",
        "Examples:",
        `  $ junior desk answer 3f9a1c2e --response '{"answers":{"colour":"blue"}}'`,
        `  $ junior desk answer 3f9a1c2e --response '{"confirmed":true}'`,
        `  $ junior desk answer 3f9a1c2e --text "Neither: take the green of the logo"`,
        "",
        "Exit codes: 0 recorded, 1 refused (the reason is on standard error),",
        "2 bad usage, 3 already closed (how it ended is printed).",
      ].join("\n"),
    );
  command.action(async (id: string, options: Options) => {
    const given: Given | null = options.response
      ? { response: options.response.json }
      : options.text === undefined
        ? null
        : { text: options.text };
    if (!given) command.error("error: give --response or --text");
    const screen = openScreen(deps);
    deps.setExitCode(await withHouse(deps, screen, "desk", (house) => answer(house, screen, id, given, options)));
  });
}

async function answer(house: CliHouse, screen: Screen, id: string, given: Given, options: Options): Promise<number> {
  const { database, queue, person } = house;
  const found = await findItem(house, id);
  if ("refusal" in found) {
    screen.tell(found.refusal);
    return exitCodes.refused;
  }
  const revision = options.revision ?? found.found.revision;
  const closed = await closeItem(database, queue, { itemId: found.found.id, revision, person, surface: "cli", given });
  if (closed.outcome === "closed") {
    await printItem(house, screen, closed.item, options, "end");
    return exitCodes.done;
  }
  screen.tell(refusalText(closed, new Date()));
  if (closed.outcome === "already-closed") await printItem(house, screen, closed.item, options, "end");
  if (closed.outcome === "newer-revision") await printItem(house, screen, closed.item, options, "page");
  return closed.outcome === "already-closed" ? exitCodes.alreadyClosed : exitCodes.refused;
}

async function printItem(house: CliHouse, screen: Screen, item: ReviewItem, options: Options, part: "end" | "page"): Promise<void> {
  const now = new Date();
  const [presented] = await presentItems(house.database, house.person, [item], now);
  if (!presented) throw new Error("one item makes one");
  if (options.json) screen.printJson(presented);
  else if (part === "page") screen.print(itemPage(presented, house.person.userId, { ...screen, now }));
  else
    screen.print(oneLine(presented.owed ? `${presented.outcomeText} · ${words.onIt}` : (presented.outcomeText ?? words.closedOtherwise)));
}

function readJson(text: string): { json: unknown } {
  try {
    return { json: JSON.parse(text) };
  } catch {
    throw new InvalidArgumentError("It is not JSON. Quote it for your shell: '{\"confirmed\":true}'");
  }
}

function readRevision(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It is a whole number from 1.");
  return Number(text);
}
