import type { Gate, Tool, ToolCall, ToolResult, Transaction } from "junior-plugin-api";
import { faultCode, type Log } from "../base/log.ts";
import { schemaFaults } from "../base/schema-faults.ts";
import { lockLeased } from "../conversations/conversation-store.ts";
import type { Database } from "../db/database.ts";
import { markStarted, saveResult } from "./step-store.ts";
import type { Call, Turn } from "./turn.ts";

export type ToolRun = { database: Database; tools: ReadonlyMap<string, Tool>; gate: Gate; log: Log; signal: AbortSignal };

const unknownOutcome = "It is not known whether this call happened: the process died during it. Look before you repeat it.";

/**
 * Runs one call and saves its result under the Turn's lease. Whatever goes wrong with the tool itself is a result
 * that the model reads (`deniedFor` is one given beforehand, in place of the call); only a lost lease, a shutdown or a database fault is thrown.
 */
export async function callTool(
  run: ToolRun,
  turn: Turn,
  call: Call,
  deniedFor: string | null = null,
): Promise<{ result: ToolResult; refused: boolean }> {
  const prepared = deniedFor === null ? await prepare(run, turn, call) : { error: deniedFor, refused: false };
  if ("error" in prepared) return { result: await save(run, turn, call, { ok: false, error: prepared.error }), refused: prepared.refused };
  const { tool, input, about } = prepared;
  if ("runInTransaction" in tool) {
    return {
      result: await runInTransaction(run, turn, call, (transaction) => tool.runInTransaction(transaction, input, about)),
      refused: false,
    };
  }
  if ("run" in tool && call.state === "started" && !tool.hints.idempotent && !tool.hints.readOnly) {
    return { result: await save(run, turn, call, { ok: false, error: unknownOutcome }), refused: false };
  }
  await markStarted(run.database, turn, call.callId);
  const unlessBroken = (error: unknown) => {
    if (run.signal.aborted) throw error;
    return broke(run, call, error);
  };
  if ("prepare" in tool) {
    const effect = await unlessAborted(tool.prepare(input, about, run.signal), run.signal).catch((error: unknown) => {
      const result = unlessBroken(error);
      return async () => result;
    });
    return { result: await runInTransaction(run, turn, call, effect), refused: false };
  }
  const working = unlessAborted(tool.run(input, about, run.signal), run.signal);
  return { result: await save(run, turn, call, await working.catch(unlessBroken)), refused: false };
}

type Prepared = { tool: Tool; input: unknown; about: ToolCall } | { error: string; refused: boolean };

async function prepare(run: ToolRun, turn: Turn, call: Call): Promise<Prepared> {
  const tool = run.tools.get(call.tool);
  if (!tool)
    return { error: `There is no tool "${call.tool.slice(0, 60)}". You have: ${[...run.tools.keys()].join(", ")}.`, refused: false };
  const parsed = tool.input.safeParse(call.input);
  if (!parsed.success) {
    const faults = schemaFaults(parsed.error).map((fault) => `${fault.path || "input"}: ${fault.message}`);
    return { error: `The input does not fit. ${faults.join("; ")}`, refused: false };
  }
  const about: ToolCall = {
    callId: call.callId,
    turnId: turn.id,
    turnTreeId: turn.treeId,
    conversationId: turn.conversationId,
    rootConversationId: turn.rootConversationId,
    principalUserId: turn.principalUserId,
    actorIdentityId: turn.actorIdentityId,
  };
  const action = { tool: tool.name, hints: tool.hints, target: tool.target(parsed.data), input: parsed.data, call: about };
  const decision = await run
    .gate(action)
    .catch(() => ({ decision: "refuse" as const, reason: "It could not be checked whether this is allowed." }));
  return decision.decision === "allow" ? { tool, input: parsed.data, about } : { error: decision.reason, refused: true };
}

/** The effect and its result in one transaction, the Conversation's row locked first. */
async function runInTransaction(
  run: ToolRun,
  turn: Turn,
  call: Call,
  effect: (transaction: Transaction) => Promise<ToolResult>,
): Promise<ToolResult> {
  return run.database.transaction().execute(async (transaction) => {
    await lockLeased(transaction, turn.conversationId, turn.epoch);
    const result = await effect(transaction);
    await saveResult(transaction, turn, call.callId, result);
    return result;
  });
}

async function save(run: ToolRun, turn: Turn, call: Call, result: ToolResult): Promise<ToolResult> {
  await run.database.transaction().execute(async (transaction) => {
    await lockLeased(transaction, turn.conversationId, turn.epoch);
    await saveResult(transaction, turn, call.callId, result);
  });
  return result;
}

/** A tool that does not heed its signal is left behind: its call has no result, as after a death. */
async function unlessAborted<T>(working: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([working, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
    working.catch(() => undefined);
  }
}

function broke(run: ToolRun, call: Call, error: unknown): ToolResult {
  run.log.warn("a tool broke", { tool: call.tool, code: faultCode(error) });
  return { ok: false, error: "The tool broke. It may or may not have had an effect; look before you repeat it." };
}
