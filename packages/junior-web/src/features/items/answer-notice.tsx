import { Button } from "react-aria-components";
import { words } from "../../shared/words.ts";
import type { Answering } from "./use-answer.ts";

/** Stands below the controls: what comes above them would push another option under a pointer that rests. */
export function AnswerNotice({ answering }: { answering: Answering }) {
  const text = answering.problem?.text ?? null;
  return (
    <div className={`answer-notice ${text === null ? "" : "notice"}`}>
      <p role="status">{text}</p>
      {text !== null && answering.sendAgain !== null && (
        <Button className="button button-small" onPress={answering.sendAgain}>
          {words.sendAgain}
        </Button>
      )}
    </div>
  );
}
