import type { Item } from "../../contract.ts";
import { Time } from "../../shared/ui/time.tsx";
import { atName, words } from "../../shared/words.ts";
import { answerLines } from "./answer-lines.ts";

const places: Record<string, string> = {
  web: "on the web",
  slack: "in Slack",
  cli: "on the command line",
  api: "through the API",
  mcp: "through the API",
};
const ends: Record<string, string> = {
  dismissed: "Dismissed",
  cancelled: "Withdrawn",
  agent: "No longer needed",
  source: "No longer needed",
  purged: "Deleted with its conversation",
};

/** How a question ended: the answer in words, by whom, when and where, and what Junior did with it. */
export function ItemOutcome({ item }: { item: Item }) {
  const lines = answerLines(item);
  const answered = lines.length > 0;
  const ending = item.outcomeText ?? ends[item.closedHow ?? ""] ?? "Closed";
  return (
    <div className={`outcome ${answered ? "outcome-answered" : ""}`}>
      {answered ? (
        lines.map(({ question, text }) => (
          <p key={question} className="outcome-answer">
            <span aria-hidden="true">✔ </span>
            {question !== null && <span className="outcome-question">{question}: </span>}
            {text}
          </p>
        ))
      ) : (
        <p className="outcome-answer">{ending}</p>
      )}
      <p className="outcome-facts">
        {item.closedBy !== null && `${atName(item.closedBy.name)} `}
        {item.closedAt !== null && <Time at={item.closedAt} />}
        {item.closedBy !== null && places[item.closedBy.surface] !== undefined && ` ${places[item.closedBy.surface]}`}
        {item.owed && ` · ${words.onIt}`}
      </p>
      {item.outcome !== null && <p className="outcome-done">→ {item.outcome}</p>}
    </div>
  );
}
