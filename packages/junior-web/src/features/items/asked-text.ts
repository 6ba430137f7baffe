import type { Item } from "../../contract.ts";
import { atName, listNames } from "../../shared/words.ts";

type Asked = Pick<Item, "kind" | "state" | "request" | "assignees">;

/** "your call:", "@ben, please do this:"; nothing for a question that has ended, where nobody is called any more. */
export function headText({ kind, state, request, assignees }: Asked, readerId: string | undefined): string | null {
  if (kind === "notice" || request === null) return "For you to know:";
  if (state === "closed") return null;
  const call = request.kind === "task" ? "please do this:" : "your call:";
  const yours = assignees.some(({ userId }) => userId === readerId);
  return yours || readerId === undefined ? call : `${listNames(assignees.map(({ name }) => name))}, ${call}`;
}

/**
 * For whom it is asked, and of whom: "For ben · you, because you started this; @eve, because the automation names them".
 * Of oneself alone only the reason is told: "Because you started this".
 */
export function askedText({ askedBy, assignees }: Pick<Item, "askedBy" | "assignees">, readerId: string | undefined): string {
  const reader = assignees.find(({ userId }) => userId === readerId);
  const ownAsk = reader !== undefined && reader.name === askedBy.name;
  if (ownAsk && assignees.length === 1) return `Because ${reader.because}`;
  const asked = assignees.map(({ userId, name, because }) =>
    userId === readerId ? `you, because ${because}` : `${atName(name)}, because ${ofAnother(because)}`,
  );
  if (ownAsk) return asked.join("; ").replace(/^y/, "Y");
  return [`For ${askedBy.name}`, asked.join("; ")].filter(Boolean).join(" · ");
}

/** Reasons are written to the person asked: "you started this", "the automation names you". */
function ofAnother(because: string): string {
  return because.replace(/^you\b/, "they").replace(/\byou$/, "them");
}
