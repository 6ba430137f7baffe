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

/** What the model reads. A failure is a result too: it says what happened and what to try instead. */
export type ToolResult = { ok: true; output: unknown } | { ok: false; error: string };

type ToolBase<Input> = {
  /** camelCase, unique among all loaded tools. */
  name: string;
  /** Carries the whole usage: the model sees nothing else. */
  description: string;
  input: ZodType<Input>;
  hints: ToolHints;
  /** Names the resource that this input touches, in words a person would recognise. */
  target(input: Input): string;
};

/**
 * A tool acts either outside a transaction (`run`), or its whole effect is rows (`runInTransaction`):
 * then its result is committed with them, and a death leaves both or neither.
 * Throwing is a fault, not a failure: the model is told only that the tool broke.
 */
export type Tool<Input = unknown> = ToolBase<Input> &
  (
    | { run(input: Input, call: ToolCall, signal: AbortSignal): Promise<ToolResult> }
    | { runInTransaction(transaction: Transaction, input: Input, call: ToolCall): Promise<ToolResult> }
  );
