import type { OnTurnEnded } from "junior-plugin-api";
import { redrawCards } from "../conversations/delivery-store.ts";
import { recordChange } from "../db/changes.ts";
import type { Queue } from "../queue/queue.ts";
import { words } from "../base/words.ts";
import { findOwedBy, hasAskedOpen, writeOutcome } from "./item-store.ts";

const longest = 200;

/**
 * A Turn that ends well, replied and asked nothing new owes its answers a line: taken from the reply, and marked
 * as weak. A failed one leaves them owed.
 */
export function writeOutcomes(queue: Queue): OnTurnEnded {
  return async (transaction, turn) => {
    if (turn.state !== "done" || !turn.reply) return;
    const owed = await findOwedBy(transaction, turn.turnId);
    if (owed.length === 0 || (await hasAskedOpen(transaction, turn.turnId))) return;
    for (const item of owed) {
      await writeOutcome(transaction, item.id, words.outcomeFromReply(firstLine(turn.reply.text)), true);
      await redrawCards(transaction, queue, item.id);
      await recordChange(transaction, "item", item.id, item.conversationId);
    }
  };
}

function firstLine(text: string): string {
  const line = [...(text.split("\n").find((part) => part.trim() !== "") ?? "").trim()];
  return line.length <= longest ? line.join("") : `${line.slice(0, longest - 1).join("")}…`;
}
