import type { Transaction } from "./tool.ts";

export type EndedTurn = {
  turnId: string;
  turnTreeId: string;
  conversationId: string;
  state: "done" | "failed" | "stopped";
  /** The message with the reply, where one was written, and its text. */
  reply: { messageId: string; text: string } | null;
};

/** Runs in the transaction that ends the Turn, after the reply row; a throw rolls the whole ending back. */
export type OnTurnEnded = (transaction: Transaction, turn: EndedTurn) => Promise<void>;
