import { words } from "../base/words.ts";
import { lockLeased } from "../conversations/conversation-store.ts";
import { releaseLease, releaseWhenIdle } from "../conversations/lease-store.ts";
import { decideMessage, findLeading, type Leading, setAside } from "../conversations/message-state-store.ts";
import type { Transaction } from "../db/database.ts";
import { decideMessages } from "./decide-messages.ts";
import type { TurnDeps } from "./run-turn.ts";
import { sayPlainly } from "./say-plainly.ts";
import { showHeldBack } from "./show-held-back.ts";
import { countMachineTurns, describeStart, startTurn } from "./turn-start-store.ts";
import { findRunningTurn } from "./turn-store.ts";
import { type Turn, turnLimits } from "./turn.ts";

/** `held`: what waits may not start now; the lease is given back and should not be taken again at once. */
export type NextTurn = Turn | "again" | "released" | "held";

/** Decides what is undecided without a lock, then in one short transaction takes the next Turn or gives the lease back. */
export async function nextTurn(deps: TurnDeps, conversationId: string, epoch: number, signal: AbortSignal): Promise<NextTurn> {
  const [running, decisions] = await Promise.all([
    findRunningTurn(deps.database, conversationId, epoch),
    decideMessages(deps, conversationId, signal),
    deps.beforeTurn?.(conversationId),
  ]);
  if (running) return running;
  const asked = await askWhetherItMay(deps, conversationId);
  return deps.database.transaction().execute(async (transaction) => {
    await lockLeased(transaction, conversationId, epoch);
    for (const { messageId, state } of decisions) await decideMessage(transaction, messageId, state);
    return takeLeading(deps, transaction, conversationId, epoch, asked);
  });
}

async function takeLeading(
  deps: TurnDeps,
  transaction: Transaction,
  conversationId: string,
  epoch: number,
  asked: Asked | null,
): Promise<NextTurn> {
  const leading = await findLeading(transaction, conversationId);
  if (!leading) return (await releaseWhenIdle(transaction, conversationId, epoch)) ? "released" : "again";
  if (asked && !asked.isAbout(leading)) return "again";
  if (leading.startedByMachine && (await refuseMachine(deps, transaction, conversationId, leading))) return "again";
  if (asked && asked.refusal !== null) {
    await sayPlainly(transaction, conversationId, leading, asked.refusal);
    await releaseLease(transaction, conversationId, epoch);
    return "held";
  }
  const turn = await startTurn(transaction, conversationId, epoch, leading, deps.model.name);
  if (leading.moreToDo) await showHeldBack(transaction, turn);
  return turn;
}

type Asked = { refusal: string | null; isAbout(leading: Leading): boolean };

/** Null where nobody wants to be asked. What was decided just now is asked about in the next round. */
async function askWhetherItMay(deps: TurnDeps, conversationId: string): Promise<Asked | null> {
  if (!deps.mayStart) return null;
  const leading = await findLeading(deps.database, conversationId);
  if (!leading) return { refusal: null, isAbout: () => false };
  const answer = await deps.mayStart(await describeStart(deps.database, conversationId, leading));
  return {
    refusal: answer.ok ? null : answer.text,
    isAbout: (other) => other.messageIds[0] === leading.messageIds[0],
  };
}

/** Machines that wake each other would go on for ever: after so many Turns without a person, what they say is only kept. */
async function refuseMachine(deps: TurnDeps, transaction: Transaction, conversationId: string, leading: Leading): Promise<boolean> {
  const most = deps.limits?.machineTurnsInARow ?? turnLimits.machineTurnsInARow;
  if ((await countMachineTurns(transaction, conversationId)) < most) return false;
  await sayPlainly(transaction, conversationId, leading, words.machineTurnsUsedUp(most));
  await setAside(transaction, leading.messageIds);
  return true;
}
