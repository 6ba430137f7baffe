import { isWorkerRunning } from "../db/is-worker-running.ts";
import { presentItems } from "../desk/present-items.ts";
import type { CliDesk } from "./cli-deps.ts";
import { exitCodes } from "./exit-codes.ts";
import { findItem } from "./find-item.ts";
import { answerHints } from "./answer-hints.ts";
import { itemPage } from "./item-text.ts";
import type { Screen } from "./screen.ts";

/** @returns the exit code */
export async function readItem(desk: CliDesk, screen: Screen, id: string, json: boolean): Promise<number> {
  const item = await findItem(desk, id);
  if ("refusal" in item) {
    screen.tell(item.refusal);
    return exitCodes.refused;
  }
  const now = new Date();
  const [presented] = await presentItems(desk.database, desk.person, [item.found], now);
  if (!presented) throw new Error("one item makes one");
  if (json) screen.printJson(presented);
  else {
    const running = !presented.owed || (await isWorkerRunning(desk.database));
    screen.print(itemPage(presented, desk.person.userId, { ...screen, now, running }));
    if (desk.publicUrl !== null) screen.print(`\n${new URL(`/questions/${presented.id}`, desk.publicUrl).href}`);
    if (presented.abilities.answer) screen.print(`\n${answerHints(presented)}`);
  }
  return exitCodes.done;
}
