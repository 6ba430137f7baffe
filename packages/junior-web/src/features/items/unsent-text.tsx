import { Button } from "react-aria-components";
import type { Item } from "../../contract.ts";
import { emptyDraft, typedText } from "./answer-draft.ts";
import { answerLines } from "./answer-lines.ts";
import type { Answering } from "./use-answer.ts";

/** The question closed while somebody wrote: their text is given back rather than dropped. */
export function UnsentText({ item, answering }: { item: Item; answering: Answering }) {
  const text = typedText(item.request, answering.draft);
  const arrived = answerLines(item).some((line) => line.text.trim() === text.trim());
  if (text === "" || arrived || answering.sending) return null;
  return (
    <div className="unsent">
      <p className="unsent-head">What you typed was not sent:</p>
      <blockquote>{text}</blockquote>
      <Button className="button button-quiet" onPress={() => answering.setDraft(emptyDraft)}>
        Discard it
      </Button>
    </div>
  );
}
