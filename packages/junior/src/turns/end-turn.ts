import type { EndedTurn, OnTurnEnded, Tool } from "junior-plugin-api";
import { isBlank } from "../base/is-blank.ts";
import { type FailureCode, words } from "../base/words.ts";
import { lockLeased } from "../conversations/conversation-store.ts";
import type { ClaimedDelivery } from "../conversations/delivery-claim-store.ts";
import { appendReply } from "../conversations/message-store.ts";
import type { Poster, ReservedPost } from "../conversations/poster.ts";
import { recordChange } from "../db/changes.ts";
import type { Database, Transaction } from "../db/database.ts";
import type { Model } from "../model/model.ts";
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
  deps: {
    database: Database;
    poster?: Pick<Poster, "reserve">;
    model: Model;
    tools: ReadonlyMap<string, Tool>;
    onTurnEnded: OnTurnEnded[];
  },
  turn: Turn,
  steps: Step[],
  ending: TurnEnding,
): Promise<{ released: boolean }> {
  const text = replyText(deps, turn, steps, ending);
  const state = ending.how === "quiet" ? "done" : ending.how;
  // Posted from here, the reply need not be claimed and read again.
  const reserved = text === null ? null : (deps.poster?.reserve() ?? null);
  try {
    const { released, claimed } = await deps.database
      .transaction()
      .execute((transaction) => writeEnd(transaction, deps, turn, { ...ending, text, state, reserved }));
    if (claimed) reserved?.post(claimed);
    return { released };
  } finally {
    reserved?.free();
  }
}

async function writeEnd(
  transaction: Transaction,
  deps: { model: Model; onTurnEnded: OnTurnEnded[] },
  turn: Turn,
  end: TurnEnding & { text: string | null; state: EndedTurn["state"]; reserved: ReservedPost | null },
): Promise<{ released: boolean; claimed: ClaimedDelivery | null }> {
  const { id: turnId, treeId: turnTreeId, conversationId, epoch } = turn;
  const { text, state, reserved } = end;
  const said = text === null ? null : { conversationId, turnId, turnTreeId, text, isDelivered: true, epoch, reserved };
  const written = said && (await appendReply(transaction, said));
  if (!written) {
    await lockLeased(transaction, conversationId, epoch);
    await recordChange(transaction, "conversation", conversationId, conversationId);
  }
  const reply = said && written && { messageId: written.messageId, text: said.text };
  for (const onTurnEnded of deps.onTurnEnded) await onTurnEnded(transaction, { turnId, turnTreeId, conversationId, state, reply });
  const failureCode = end.how === "failed" ? end.code : null;
  const { released } = await markEnded(transaction, turn, deps.model, { state, failureCode, unsaved: end.unsaved ?? null });
  return { released, claimed: written?.claimed ?? null };
}

/**
 * The last thing the model said, also when it said it beside its last call and then fell silent; where the Turn only
 * asked by a card, nothing. A failure keeps what was said before it. That the model fell silent is no news where the
 * last thing it did is an answer that people see already.
 */
function replyText(
  { tools, model }: { tools: ReadonlyMap<string, Tool>; model: Model },
  turn: Turn,
  steps: Step[],
  ending: TurnEnding,
): string | null {
  if (ending.how === "quiet") return null;
  const said = steps.map((step) => step.text.trim()).findLast((text) => !isBlank(text)) ?? "";
  if (ending.how === "done") return said === "" ? null : said;
  const done = countDone(steps);
  if (ending.how === "stopped") return words.stopped(done);
  const failed = words.failedWork(words.failure[ending.code], turn.id.slice(-6), done, words.mendModel(ending.code, model.name));
  const visible = steps.at(-1)?.calls.some((call) => call.result?.ok && tools.get(call.tool)?.endsQuietly) ?? false;
  if (ending.unanswered && visible) return said === "" ? null : said;
  return said === "" ? failed : `${said}\n\n${failed}`;
}

/** What had an effect or gave a result: "asked", "read a page (3 times)". */
function countDone(steps: Step[]): string[] {
  const counts = new Map<string, number>();
  for (const call of steps.flatMap((step) => step.calls)) if (call.result?.ok) counts.set(call.tool, (counts.get(call.tool) ?? 0) + 1);
  return [...counts].map(([tool, count]) => words.stepDone(tool, count));
}
