import type { Item } from "../../contract.ts";
import { Time } from "../../shared/ui/time.tsx";
import { atName, labelled, words } from "../../shared/words.ts";
import { answerLines } from "./answer-lines.ts";
import { endText, outcomeLine } from "./end-text.ts";

const places: Record<string, string> = {
  web: "on the web",
  slack: "in Slack",
  cli: "on the command line",
  api: "through the API",
  mcp: "through the API",
};
/** How a question ended: the answer in words, by whom, when and where, and what Junior did with it. */
export function ItemOutcome({ item, outcomeBelow = false }: { item: Item; outcomeBelow?: boolean }) {
  const lines = answerLines(item);
  const answered = lines.length > 0;
  const outcome = outcomeBelow && item.outcomeWeak ? null : outcomeLine(item);
  return (
    <div className={`outcome ${answered ? "outcome-answered" : ""}`}>
      {answered ? (
        lines.map(({ question, text }) => (
          <p key={question} className="outcome-answer">
            <span aria-hidden="true">✔ </span>
            {question !== null && <span className="outcome-question">{labelled(question)} </span>}
            {text}
          </p>
        ))
      ) : (
        <p className="outcome-answer">{endText(item)}</p>
      )}
      <p className="outcome-facts">
        {item.closedBy !== null && `${atName(item.closedBy.name)}, `}
        {item.closedAt !== null && <Time at={item.closedAt} />}
        {item.closedBy !== null && places[item.closedBy.surface] !== undefined && ` ${places[item.closedBy.surface]}`}
        {item.owed && ` · ${words.onIt}`}
      </p>
      {outcome !== null && <p className="outcome-done">{outcome}</p>}
    </div>
  );
}
