import type { Item } from "../../contract.ts";
import { Time } from "../../shared/ui/time.tsx";
import { endText, outcomeLine } from "./end-text.ts";

export function ClosedItemList({ items, titleLink }: { items: Item[]; titleLink: (item: Item) => React.ReactNode }) {
  return (
    <ul className="rows">
      {items.map((item) => (
        <li key={item.id} className="row">
          <div className="row-main">
            {titleLink(item)}
            <p className="row-answer">{endText(item)}</p>
            {item.outcome !== null && <p className="row-detail">{outcomeLine(item)}</p>}
          </div>
          <span className="row-side">{item.closedAt !== null && <Time at={item.closedAt} />}</span>
        </li>
      ))}
    </ul>
  );
}
