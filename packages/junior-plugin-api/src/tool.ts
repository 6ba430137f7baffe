import type { Transaction as KyselyTransaction } from "kysely";
import type { ZodType } from "zod";

/** The caller's open database transaction. Await nothing but the database inside it. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Transaction = KyselyTransaction<any>;

/** What a tool does to the world; decides whether its calls are looked at first and whether they may run again. */
export type ToolHints = {
  /** Changes nothing anywhere. */
  readOnly: boolean;
  /** May remove or overwrite something that people would miss. */
  destructive: boolean;
  /** Reaches beyond Junior's own database. */
  openWorld: boolean;
  /** The same call id twice has the effect once. */
  idempotent: boolean;
};

/** One call of a tool, as the running Turn knows it. Ids are UUIDs, `callId` is the model's and stable over a resume. */
export type ToolCall = {
  callId: string;
  turnId: string;
  turnTreeId: string;
  conversationId: string;
  rootConversationId: string;
  /** The person the Turn tree is for; null for a machine's own work. */
  principalUserId: string | null;
  /** Whom the Turn acts for. */
  actorIdentityId: string | null;
};

/**
 * What the model reads. A failure is a result too: it says what happened and what to try instead.
 * Give the whole output, however long: it is stored, and the model reads it in pages.
 */
export type ToolResult = { ok: true; output: unknown } | { ok: false; error: string };

type ToolBase<Input> = {
  /** camelCase, unique among all loaded tools. */
  name: string;
  /** Carries the whole usage: the model sees nothing else. */
  description: string;
  input: ZodType<Input>;
  hints: ToolHints;
  /** Names the resource that this input touches, in words a person would recognise; shown while it runs. */
  target(input: Input): string;
  /**
   * Silence is declared, never read from a text. `if-silent`: a successful call may be the whole reply (a card, a
   * reaction), so that a model that then says nothing ends the Turn well, without a reply. `at-once`: a successful call
   * ends the Turn without a reply, whatever was said beside it. Left out: saying nothing after it is a fault of the model.
   */
  endsQuietly?: "if-silent" | "at-once";
};

/** All that a call does, as rows: it is run in the transaction that also saves its result. */
export type PreparedEffect = (transaction: Transaction) => Promise<ToolResult>;

/**
 * A tool acts in one of three ways: outside a transaction (`run`); its whole effect is rows (`runInTransaction`); or
 * its whole effect is rows that take work beforehand (`prepare`, which itself may change nothing that anybody sees).
 * With the last two the result is committed with the effect: a death leaves both or neither, and the call runs again.
 * Throwing is a fault, not a failure: the model is told only that the tool broke.
 */
export type Tool<Input = unknown> = ToolBase<Input> &
  (
    | { run(input: Input, call: ToolCall, signal: AbortSignal): Promise<ToolResult> }
    | { runInTransaction(transaction: Transaction, input: Input, call: ToolCall): Promise<ToolResult> }
    | { prepare(input: Input, call: ToolCall, signal: AbortSignal): Promise<PreparedEffect> }
  );
