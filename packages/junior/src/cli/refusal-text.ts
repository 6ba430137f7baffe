import { words } from "../base/words.ts";
import type { Closed } from "../desk/close-item.ts";
import { tooLateText } from "../desk/outcome-text.ts";
import { oneLine } from "./plain-text.ts";

export type Refused = Exclude<Closed, { outcome: "closed" }>;

/** Why an answer was not recorded. */
export function refusalText(refused: Refused, now: Date): string {
  switch (refused.outcome) {
    case "not-found":
      return words.gone;
    case "not-an-assignee":
      return oneLine(words.stranger(refused.item.assignees.map(({ name }) => `@${name}`)));
    case "newer-revision":
      return words.oldQuestion;
    case "already-closed": {
      const { request, closing } = refused.item;
      return closing ? oneLine(tooLateText({ request, closing }, now)) : words.closedOtherwise;
    }
    case "invalid":
      return oneLine(words.notValid(refused.faults.map(({ path, message }) => `${path} ${message}`.trim()).join("; ")));
  }
}
