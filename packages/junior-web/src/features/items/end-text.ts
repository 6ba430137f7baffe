import type { Item } from "../../contract.ts";
import { labelled } from "../../shared/words.ts";
import { answerLines } from "./answer-lines.ts";

const ends: Record<string, string> = {
  dismissed: "Dismissed",
  cancelled: "Withdrawn",
  agent: "No longer needed",
  source: "No longer needed",
  purged: "Deleted with its conversation",
};

/** How it ended, in one line: "✔ Red", "✔ Scope: Preview · Notes: none", "Withdrawn". */
export function endText(item: Pick<Item, "answer" | "request" | "closedHow">): string {
  const lines = answerLines(item).map(({ question, text }) => (question === null ? text : `${labelled(question)} ${text}`));
  return lines.length > 0 ? `✔ ${lines.join(" · ")}` : (ends[item.closedHow ?? ""] ?? "Closed");
}

/** What was done with it; that a weak one was taken from the reply is no news to people. */
export function outcomeLine({ outcome, outcomeWeak }: Pick<Item, "outcome" | "outcomeWeak">): string | null {
  if (outcome === null) return null;
  return `→ ${outcomeWeak ? outcome.replace(/^from the reply: /, "") : outcome}`;
}
