import type { Tool } from "junior-plugin-api";
import { z } from "zod";

const input = z.object({
  reason: z.string().trim().min(1).max(500).describe("Why nobody needs to hear of it; kept, and shown to nobody in the thread."),
});

/** The declared silence of a Turn that no person started. */
export const stayQuietTool: Tool<z.infer<typeof input>> = {
  name: "stayQuiet",
  description:
    "Ends this task without a message to anybody. Use it when there is nothing that a person needs to know: what was checked is fine, or nothing changed. What you write beside this call is not sent.",
  input,
  hints: { readOnly: false, destructive: false, openWorld: false, idempotent: true },
  target: () => "",
  endsQuietly: "at-once",
  run: async () => ({ ok: true, output: "The task ends here, quietly." }),
};
