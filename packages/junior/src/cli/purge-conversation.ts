import { createInterface } from "node:readline/promises";
import { words } from "../base/words.ts";
import type { CliDeps, CliHouse } from "./cli-deps.ts";
import { exitCodes } from "./exit-codes.ts";
import { findConversation } from "./find-conversation.ts";
import type { Screen } from "./screen.ts";

/** Deletes a Conversation for good, after asking once more. @returns the exit code */
export async function purgeConversation(deps: CliDeps, house: CliHouse, screen: Screen, id: string, sure: boolean): Promise<number> {
  const conversation = await findConversation(house, id);
  if ("refusal" in conversation) {
    screen.tell(conversation.refusal);
    return exitCodes.refused;
  }
  if (!sure && !deps.stdin.isTTY) {
    screen.tell("Nobody can be asked here whether you are sure: give --yes to delete it. Nothing was changed.");
    return exitCodes.badUsage;
  }
  if (!sure && !(await isSure(deps, conversation.found.title))) {
    screen.tell("Nothing was changed.");
    return exitCodes.refused;
  }
  screen.progress("deleting…");
  const purged = await house.purge(conversation.found.id);
  screen.progress("");
  if (purged === "purged") {
    screen.print("Deleted.");
    return exitCodes.done;
  }
  screen.tell(purged === "not-allowed" ? words.purgeNotAllowed : `There is no conversation ${id}. Nothing was changed.`);
  return exitCodes.refused;
}

async function isSure(deps: CliDeps, title: string): Promise<boolean> {
  const lines = createInterface({ input: deps.stdin, output: deps.stderr });
  try {
    const answer = await lines.question(`Delete "${title}" with everything in it? This cannot be undone. [y/N] `, {
      signal: deps.interrupted,
    });
    return /^y(es)?$/i.test(answer.trim());
  } catch (error) {
    if (deps.interrupted.aborted) return false;
    throw error;
  } finally {
    lines.close();
  }
}
