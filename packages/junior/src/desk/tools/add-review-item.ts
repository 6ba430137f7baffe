import type { Tool, ToolCall, ToolResult } from "junior-plugin-api";
import { z } from "zod";
import { words } from "../../base/words.ts";
import type { Transaction } from "../../db/database.ts";
import { findNames } from "../../people/people-store.ts";
import type { Queue } from "../../queue/queue.ts";
import { addItem } from "../add-item.ts";
import { boundedText, limits, parseRequest, requestInput } from "../request.ts";

const input = z.object({
  kind: z
    .enum(["action", "notice"])
    .default("action")
    .describe("action: a person must do something. notice: worth knowing; nothing waits on it."),
  title: boundedText(limits.title).describe("The subject in one line that stands alone."),
  ask: boundedText(limits.ask).describe("What the person must do, in one sentence."),
  body: boundedText(limits.body).optional().describe("Markdown with what they need to decide."),
  link: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional()
    .describe("Where the subject lives."),
  request: requestInput.optional().describe("Required for an action. A task is confirmed; a decision asks 1 to 20 questions."),
  dedupeKey: boundedText(200).optional().describe("What it is about; a repeat with the same key updates the open one."),
});

const description = [
  "Asks a person: the only way to do so. Use it only for access that the person controls, or a decision that is truly theirs and blocks the work.",
  "A scope choice is not a question: take the conventional option and say so. Offers, ideas, progress and receipts are not asks. Deliver the unblocked rest.",
  "The question stands alone: somebody who has not read the thread can answer it. Put the option you recommend first and mark it recommended.",
  "If the next step needs the answer, end your turn after this call and let the card be the reply; the answer wakes you with this conversation. Otherwise go on.",
  'A task: {"kind":"task"}. A decision: {"kind":"decision","questions":[{"id":"scope","label":"Release scope","input":{"kind":"single-choice","options":[{"id":"preview","label":"Preview","recommended":true},{"id":"full","label":"Full release"}]}}]}; other inputs are {"kind":"text"} and {"kind":"multiple-choice","options":[…]}.',
  "The person that you work for is asked.",
].join("\n");

/** The asking tool of every root Conversation. Its whole effect is rows, committed together with its result. */
export function addReviewItemTool(queue: Queue): Tool<z.infer<typeof input>> {
  return {
    name: "addReviewItem",
    description,
    input,
    hints: { readOnly: false, destructive: false, openWorld: false, idempotent: true },
    target: (item) => item.title,
    endsQuietly: "if-silent",
    runInTransaction: (transaction, item, call) => add(transaction, queue, item, call),
  };
}

async function add(transaction: Transaction, queue: Queue, item: z.infer<typeof input>, call: ToolCall): Promise<ToolResult> {
  if (item.kind === "action" && !item.request) return { ok: false, error: "request: an action needs one; a notice takes none" };
  if (item.kind === "notice" && item.request) return { ok: false, error: "request: a notice takes none; ask with an action" };
  const parsed = item.request ? parseRequest(item.request) : { request: null };
  if ("faults" in parsed) return { ok: false, error: parsed.faults.map((fault) => `request.${fault.path}: ${fault.message}`).join("; ") };
  if (!call.principalUserId) return { ok: false, error: "Nobody is known here who could be asked." };
  const added = await addItem(transaction, queue, {
    conversationId: call.conversationId,
    rootConversationId: call.rootConversationId,
    turnId: call.turnId,
    turnTreeId: call.turnTreeId,
    actorIdentityId: call.actorIdentityId,
    askedByUserId: call.principalUserId,
    kind: item.kind,
    title: item.title,
    ask: item.ask,
    body: item.body ?? null,
    link: item.link ?? null,
    request: parsed.request,
    assignees: [{ userId: call.principalUserId, because: words.because.startedThis }],
    assigneesByDefault: true,
    dedupeKey: item.dedupeKey ?? null,
  });
  if (added.how === "other-kind") {
    return {
      ok: false,
      error: `dedupeKey: it belongs to an open ${item.kind === "action" ? "notice" : "action"}; nothing was changed. Use another key.`,
    };
  }
  const names = await findNames(
    transaction,
    added.assignees.map((assignee) => assignee.userId),
  );
  return { ok: true, output: { id: added.id, revision: added.revision, state: added.how, asked: [...names.values()] } };
}
