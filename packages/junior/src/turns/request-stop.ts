import { findReadableConversation } from "../conversations/conversation-reader-store.ts";
import type { Database, Transaction } from "../db/database.ts";
import type { Person } from "../people/person.ts";
import { writeStopOfMessage, writeStopRequest } from "./turn-store.ts";

/** `not-yours`: no Turn runs there that acts for this person. */
export type StopRequested = "requested" | "not-yours" | "not-found";

/** Asks the Turn that runs for this person to end, on whichever process it runs. What is done stays done. */
export async function requestStop(database: Database, conversationId: string, person: Person): Promise<StopRequested> {
  if (!(await findReadableConversation(database, person, conversationId))) return "not-found";
  const written = await database.transaction().execute((transaction) => writeStopRequest(transaction, conversationId, person.userId));
  return written ? "requested" : "not-yours";
}

/** Asks the Turn that took this message, which is deleted with it, to end. @returns false when it had ended */
export function stopTurnOfMessage(transaction: Transaction, messageId: string): Promise<boolean> {
  return writeStopOfMessage(transaction, messageId);
}
