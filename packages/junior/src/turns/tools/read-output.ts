import type { Tool } from "junior-plugin-api";
import { z } from "zod";
import type { Database } from "../../db/database.ts";
import { findResult } from "../step-store.ts";
import { countPages, outputText, pageNote, pageOf } from "../tool-output.ts";

const input = z.object({
  callId: z.string().min(1).max(200).describe("The id of the call, as its answer named it."),
  page: z.number().int().min(1).default(1),
});

/** Pages of what a call gave in this Conversation or in one of its tree; the store looks nowhere else. */
export function readOutputTool(database: Database): Tool<z.infer<typeof input>> {
  return {
    name: "readOutput",
    description:
      "Reads the whole output of an earlier tool call of this conversation, one page after the other. Use it when an answer says that there are more pages, or that its text was left out.",
    input,
    hints: { readOnly: true, destructive: false, openWorld: false, idempotent: true },
    target: ({ page }) => `page ${page}`,
    async run({ callId, page }, call) {
      const { turnId, rootConversationId } = call;
      const result = await findResult(database, { callId, turnId, rootConversationId });
      if (!result) return { ok: false, error: "There is no finished call with this id in this conversation." };
      const text = outputText(result);
      const pages = countPages(text);
      const shown = pageOf(text, page);
      if (shown === null) return { ok: false, error: `There is no page ${page}: it has ${pages}.` };
      return { ok: true, output: `${shown}\n\n${pageNote(callId, page, pages)}` };
    },
  };
}
