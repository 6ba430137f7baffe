import type { Item } from "junior-web/contract";
import { isWorkerRunning } from "../db/is-worker-running.ts";
import { closeItem } from "../desk/close-item.ts";
import { presentItems } from "../desk/present-items.ts";
import type { ReviewItem } from "../desk/review-item.ts";
import { answerHints } from "./answer-hints.ts";
import type { CliHouse } from "./cli-deps.ts";
import { exitCodes } from "./exit-codes.ts";
import { findItem } from "./find-item.ts";
import { endText, itemPage } from "./item-text.ts";
import { oneLine } from "./plain-text.ts";
import { type AnswerOptions, readGiven } from "./read-given.ts";
import { refusalText } from "./refusal-text.ts";
import type { Screen } from "./screen.ts";

/**
 * Records an answer: `plain` as it is typed in chat, or what the options hold.
 * @returns the exit code
 */
export async function answerItem(house: CliHouse, screen: Screen, id: string, plain: string, options: AnswerOptions): Promise<number> {
  const { database, queue, person } = house;
  const found = await findItem(house, id);
  if ("refusal" in found) {
    screen.tell(found.refusal);
    return exitCodes.refused;
  }
  const item = await present(house, found.found);
  const revision = options.revision ?? item.revision;
  // Where it cannot be answered, what was given is not read: the desk says why, and records nothing.
  const read =
    item.abilities.answer && revision === item.revision
      ? readGiven(item, plain, options, { ...screen, now: new Date() })
      : { given: { text: plain } };
  if (!("given" in read)) {
    screen.tell("badUsage" in read ? read.badUsage : read.refusal);
    return "badUsage" in read ? exitCodes.badUsage : exitCodes.refused;
  }
  const closed = await closeItem(database, queue, { itemId: item.id, revision, person, surface: "cli", given: read.given });
  if (closed.outcome === "closed") {
    await printItem(house, screen, closed.item, options, "end");
    return exitCodes.done;
  }
  screen.tell(refusalText(closed, new Date()));
  if (closed.outcome === "already-closed") await printItem(house, screen, closed.item, options, "end");
  if (closed.outcome === "newer-revision") await printItem(house, screen, closed.item, options, "page");
  if (closed.outcome === "invalid") screen.tell(`\n${choices(item)}${answerHints(item)}`);
  return closed.outcome === "already-closed" ? exitCodes.alreadyClosed : exitCodes.refused;
}

async function printItem(house: CliHouse, screen: Screen, item: ReviewItem, options: AnswerOptions, part: "end" | "page"): Promise<void> {
  const presented = await present(house, item);
  const running = !presented.owed || (await isWorkerRunning(house.database));
  if (options.json) screen.printJson(presented);
  else if (part === "page") screen.print(itemPage(presented, house.person.userId, { ...screen, now: new Date(), running }));
  else screen.print(endText(presented, running));
}

/** The ids that may be chosen, as `--response` takes them. */
function choices({ request }: Item): string {
  const questions = request?.kind === "decision" ? request.questions : [];
  const lines = questions.flatMap(({ id, input }) =>
    input.kind === "text" ? [] : [`  answers.${oneLine(id)}: ${input.options.map((option) => oneLine(option.id)).join(", ")}`],
  );
  return lines.length === 0 ? "" : `To choose from:\n${lines.join("\n")}\n\n`;
}

async function present({ database, person }: CliHouse, item: ReviewItem) {
  const [presented] = await presentItems(database, person, [item], new Date());
  if (!presented) throw new Error("one item makes one");
  return presented;
}
