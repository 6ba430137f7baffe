import type { OnTurnEnded, Tool } from "junior-plugin-api";
import { type FailureCode, words } from "../base/words.ts";
import { lockLeased } from "../conversations/conversation-store.ts";
import { appendReply } from "../conversations/message-store.ts";
import { recordChange } from "../db/changes.ts";
import type { Database } from "../db/database.ts";
import type { Model } from "../model/model.ts";
import type { Queue } from "../queue/queue.ts";
import { markEnded } from "./turn-store.ts";
import type { Step, Turn } from "./turn.ts";

/** `quiet`: done, and declared to be nothing to speak of. */
export type TurnEnding = (
  | { how: "done" }
  | { how: "quiet" }
  | { how: "stopped" }
  /** `unanswered`: nothing of the work failed, only the model had no more to say. */
  | { how: "failed"; code: FailureCode; unanswered?: boolean }
) & {
  /** The last step, where it is saved with the end. */
  unsaved?: Step;
};

/**
 * The Turn's last transaction: reply, delivery, what follows from its end, and the lease where nothing more waits.
 * @returns whether the lease was given back
 */
export async function endTurn(
  deps: { database: Database; queue: Queue; model: Model; tools: ReadonlyMap<string, Tool>; onTurnEnded: OnTurnEnded[] },
  turn: Turn,
  steps: Step[],
  ending: TurnEnding,
): Promise<{ released: boolean }> {
  const text = replyText(deps.tools, turn, steps, ending);
  const state = ending.how === "quiet" ? "done" : ending.how;
  return deps.database.transaction().execute(async (transaction) => {
    const { id: turnId, treeId: turnTreeId, conversationId, epoch } = turn;
    if (text === null) {
      await lockLeased(transaction, conversationId, epoch);
      await recordChange(transaction, "conversation", conversationId, conversationId);
    }
    const reply = text === null ? null : { conversationId, turnId, turnTreeId, text, isDelivered: true, epoch };
    const said = reply && { messageId: await appendReply(transaction, reply), text: reply.text };
    const ended = { turnId, turnTreeId, conversationId, state, reply: said };
    for (const onTurnEnded of deps.onTurnEnded) await onTurnEnded(transaction, ended);
    const failureCode = ending.how === "failed" ? ending.code : null;
    return markEnded(transaction, turn, deps.model, { state, failureCode, unsaved: ending.unsaved ?? null });
  });
}

/**
 * The last thing the model said, also when it said it beside its last call and then fell silent; where the Turn only
 * asked by a card, nothing. A failure keeps what was said before it. That the model fell silent is no news where the
 * last thing it did is an answer that people see already.
 */
function replyText(tools: ReadonlyMap<string, Tool>, turn: Turn, steps: Step[], ending: TurnEnding): string | null {
  if (ending.how === "quiet") return null;
  const said = steps.map((step) => step.text.trim()).findLast((text) => text !== "") ?? "";
  if (ending.how === "done") return said === "" ? null : said;
  const done = countDone(steps);
  if (ending.how === "stopped") return words.stopped(done);
  const failed = words.failedWork(words.failure[ending.code], turn.id.slice(-6), done);
  const visible = steps.at(-1)?.calls.some((call) => call.result?.ok && tools.get(call.tool)?.endsQuietly) ?? false;
  if (ending.unanswered && visible) return said === "" ? null : said;
  return said === "" ? failed : `${said}\n\n${failed}`;
}

/** What had an effect or gave a result: "addReviewItem", "fetchPage (3 times)". */
function countDone(steps: Step[]): string[] {
  const counts = new Map<string, number>();
  for (const call of steps.flatMap((step) => step.calls)) if (call.result?.ok) counts.set(call.tool, (counts.get(call.tool) ?? 0) + 1);
  return [...counts].map(([tool, count]) => (count === 1 ? tool : `${tool} (${count} times)`));
}
