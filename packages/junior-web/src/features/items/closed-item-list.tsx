import type { Item } from "../../contract.ts";
import { Time } from "../../shared/ui/time.tsx";
import { answerLines } from "./answer-lines.ts";

export function ClosedItemList({ items, titleLink }: { items: Item[]; titleLink: (item: Item) => React.ReactNode }) {
  return (
    <ul className="rows">
      {items.map((item) => (
        <li key={item.id} className="row">
          <div className="row-main">
            {titleLink(item)}
            <p className="row-detail">{closedText(item)}</p>
          </div>
          <span className="row-side">{item.closedAt !== null && <Time at={item.closedAt} />}</span>
        </li>
      ))}
    </ul>
  );
}

function closedText(item: Item): string {
  if (item.outcome !== null) return `→ ${item.outcome}`;
  const lines = answerLines(item);
  return lines.length > 0 ? `✔ ${lines.map(({ text }) => text).join(" · ")}` : (item.outcomeText ?? "Closed");
}
